// What can be done with a file: open, replace, move and delete it.
import { Button, Group } from '@mantine/core';
import { FileSymlinkFileIcon, LinkExternalIcon, TrashIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { MediaFile, MediaFolder } from '../../api/mediaQueries.ts';
import type { Uploads } from '../../api/useUploads.ts';
import { DialogButton } from '../../ui/DialogButton.tsx';
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
        <DialogButton
          size="xs"
          variant="default"
          leftSection={<FileSymlinkFileIcon />}
          dialog={(close) => (
            <MoveDialog
              {...{ folders, moved: { files: [file.documentId] }, from: file.folder ?? null, onClose: close }}
            />
          )}
        >
          {t('move.action')}
        </DialogButton>
      ) : null}
      {mayDelete(file) ? (
        <DialogButton
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<TrashIcon />}
          dialog={(close) => <DeleteFilesDialog files={[file]} onClose={close} onDeleted={onDeleted} />}
        >
          {common('delete')}
        </DialogButton>
      ) : null}
    </Group>
  );
};
