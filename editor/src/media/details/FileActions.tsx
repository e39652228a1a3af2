// What can be done with a file: open, replace, move and delete it.
import { Button, Group } from '@mantine/core';
import { FileSymlinkFileIcon, LinkExternalIcon, TrashIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MediaFile, MediaFolder } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { DeleteFilesDialog } from '../DeleteFilesDialog.tsx';
import { MoveDialog } from '../MoveDialog.tsx';
import { useMediaRights } from '../useLibrary.ts';
import { ReplaceButton } from './ReplaceButton.tsx';

interface Props {
  readonly file: MediaFile;
  readonly folders: readonly MediaFolder[];
  readonly uploads: Uploads;
  readonly onDeleted: () => void;
}

export const FileActions = ({ file, folders, uploads, onDeleted }: Props) => {
  const t = useTranslations('media');
  const common = useTranslations('common');
  const { mayChange, mayDelete } = useMediaRights();
  const [dialog, setDialog] = useState<'move' | 'delete'>();
  const close = (): void => {
    setDialog(undefined);
  };
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={file.url}
        target="_blank"
        rel="noopener"
        size="xs"
        variant="default"
        leftSection={<LinkExternalIcon />}
        aria-label={t('file.opensTab', { name: t('file.download') })}
      >
        {t('file.download')}
      </Button>
      {mayChange(file) ? <ReplaceButton file={file} uploads={uploads} /> : null}
      {mayChange(file) && folders.length > 0 ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<FileSymlinkFileIcon />}
          onClick={() => {
            setDialog('move');
          }}
        >
          {t('move.action')}
        </Button>
      ) : null}
      {mayDelete(file) ? (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<TrashIcon />}
          onClick={() => {
            setDialog('delete');
          }}
        >
          {common('delete')}
        </Button>
      ) : null}
      {dialog === 'move' ? (
        <MoveDialog moved={{ files: [file.documentId] }} folders={folders} from={file.folder ?? null} onClose={close} />
      ) : null}
      {dialog === 'delete' ? <DeleteFilesDialog files={[file]} onClose={close} onDeleted={onDeleted} /> : null}
    </Group>
  );
};
