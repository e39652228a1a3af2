// The files that were found: loading, failed, none, or as a grid or a list.
import { Skeleton, Button, Center } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { FileDirectoryIcon, ImageIcon, SearchIcon } from '@primer/octicons-react';
import type { useMediaFiles } from '../api/media.ts';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { FileGrid } from './FileGrid.tsx';
import { FileTable } from './FileTable.tsx';
import { foldersIn } from './folders.ts';
import classes from './media.module.css';
import { type MediaState, isNarrowed } from './mediaState.ts';
import tiles from './tiles.module.css';
import { useMediaRights } from './useLibrary.ts';
import type { FileSelection } from './useFileSelection.ts';
import type { ChangeMedia, MediaView } from './useMediaState.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { UploadButton } from './MediaActions.tsx';

interface LoadMoreProps {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

const LoadMore = ({ isLoading, hasFailed, onMore }: LoadMoreProps) => {
  const t = useTranslations('common');
  const element = useRef<HTMLDivElement>(null);
  const isWaiting = !isLoading && !hasFailed;
  const load = useEffectEvent(onMore);
  useEffect(() => {
    if (element.current === null || !isWaiting) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return (
    <Center ref={element} py="md">
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {t('more')}
      </Button>
    </Center>
  );
};

interface EmptyProps {
  readonly folders: readonly MediaFolder[];
  readonly state: MediaState;
  readonly change: ChangeMedia;
  readonly mayUpload: boolean;
  readonly onUpload: (files: readonly File[]) => void;
}

/** Says why there are no files, and how to go on. */
const MediaEmpty = ({ folders, state, change, mayUpload, onUpload }: EmptyProps) => {
  const t = useTranslations('media.empty');
  const { folder } = state;
  const upload = mayUpload ? <UploadButton onUpload={onUpload} /> : undefined;
  const button = (label: string, part: Partial<MediaState>) => (
    <Button variant="default" onClick={() => change(part)}>
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

interface Props extends EmptyProps {
  readonly files: ReturnType<typeof useMediaFiles>;
  readonly view: MediaView;
  readonly selection: FileSelection;
  readonly isUploading: boolean;
}

const placeholders = [1, 2, 3, 4, 5, 6, 7, 8];

export const Files = ({ files, folders, state, change, view, selection, mayUpload, isUploading, onUpload }: Props) => {
  const t = useTranslations('media');
  const { mayChange } = useMediaRights();
  if (files.isPending)
    return (
      <div className={tiles.tiles} role="status" aria-label={t('loading')}>
        {placeholders.map((one) => (
          <Skeleton key={one} h={150} radius="md" />
        ))}
      </div>
    );
  if (files.data === undefined) return <ErrorMessage error={files.error} onRetry={() => void files.refetch()} />;
  if (files.data.length === 0) {
    const hasFolders = state.q === '' && foldersIn(folders, state.folder).length > 0;
    if (isUploading || (hasFolders && state.kind === undefined)) return null;
    return <MediaEmpty {...{ folders, state, change, mayUpload, onUpload }} />;
  }
  const Rows = view === 'grid' ? FileGrid : FileTable;
  return (
    <div className={classes.files} data-outdated={files.isPlaceholderData}>
      <Rows files={files.data} selection={selection} mayChange={mayChange} onOpen={(file) => change({ file })} />
      {files.hasNextPage ? (
        <LoadMore
          isLoading={files.isFetchingNextPage}
          hasFailed={files.isFetchNextPageError}
          onMore={() => void files.fetchNextPage()}
        />
      ) : null}
    </div>
  );
};
