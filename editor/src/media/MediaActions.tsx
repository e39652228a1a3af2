// The buttons beside the heading: upload, and make a folder.
import { Button, FileButton, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PlusIcon, UploadIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { fileUid } from '../api/useTrash.ts';
import { TrashLink } from '../trash/TrashLink.tsx';
import { DialogButton } from '../ui/DialogButton.tsx';
import { FolderDialog } from './FolderDialog.tsx';

/** Chooses files of the computer to upload. */
export const UploadButton = ({ onUpload }: { readonly onUpload: (files: readonly File[]) => void }) => {
  const t = useTranslations('media');
  return (
    <FileButton multiple onChange={onUpload}>
      {(props) => (
        <Button {...props} leftSection={<UploadIcon />}>
          {t('upload')}
        </Button>
      )}
    </FileButton>
  );
};

interface Props {
  readonly folder: string | null;
  readonly mayUpload: boolean;
  readonly mayChangeFolders: boolean;
  readonly onUpload: (files: readonly File[]) => void;
}

export const MediaActions = ({ folder, mayUpload, mayChangeFolders, onUpload }: Props) => {
  const t = useTranslations('media');
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Group gap="xs">
      <TrashLink uid={fileUid} isCompact={isPhone} />
      {mayChangeFolders ? (
        <DialogButton
          variant="default"
          leftSection={<PlusIcon />}
          dialog={(close) => <FolderDialog parent={folder} onClose={close} />}
        >
          {t('newFolder')}
        </DialogButton>
      ) : null}
      {mayUpload ? <UploadButton onUpload={onUpload} /> : null}
    </Group>
  );
};
