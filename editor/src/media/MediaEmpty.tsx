// Says why there are no files, and how to go on.
import { Button } from '@mantine/core';
import { FileDirectoryIcon, ImageIcon, SearchIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { isNarrowed, type MediaState } from './mediaState.ts';
import { UploadButton } from './MediaActions.tsx';
import type { ChangeMedia } from './useMediaState.ts';

interface Props {
  readonly folders: readonly MediaFolder[];
  readonly state: MediaState;
  readonly change: ChangeMedia;
  readonly mayUpload: boolean;
  readonly onUpload: (files: readonly File[]) => void;
}

export const MediaEmpty = ({ folders, state, change, mayUpload, onUpload }: Props) => {
  const t = useTranslations('media.empty');
  const { folder } = state;
  const upload = mayUpload ? <UploadButton onUpload={onUpload} /> : undefined;
  const button = (label: string, part: Partial<MediaState>) => (
    <Button
      variant="default"
      onClick={() => {
        change(part);
      }}
    >
      {label}
    </Button>
  );
  if (isNarrowed(state))
    return (
      <EmptyState
        Icon={SearchIcon}
        title={t('notFound')}
        text={t('notFoundText')}
        action={button(t('clear'), { q: '', kind: undefined })}
      />
    );
  if (folder === null)
    return (
      <EmptyState
        Icon={ImageIcon}
        title={t(mayUpload ? 'first' : 'readOnly')}
        {...(mayUpload ? { text: t('firstText') } : {})}
        action={upload}
      />
    );
  if (!folders.some(({ documentId }) => documentId === folder))
    return (
      <EmptyState Icon={FileDirectoryIcon} title={t('unknownFolder')} action={button(t('toTop'), { folder: null })} />
    );
  return (
    <EmptyState
      Icon={FileDirectoryIcon}
      title={t('folder')}
      text={t(mayUpload ? 'folderText' : 'folderTextReadOnly')}
      action={upload}
    />
  );
};
