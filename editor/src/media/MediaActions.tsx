// The buttons beside the heading: upload, and make a folder.
import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { fileUid } from '../api/useTrash.ts';
import { TrashLink } from '../trash/TrashLink.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { UploadButton } from './UploadButton.tsx';

interface Props {
  readonly folder: string | null;
  readonly mayUpload: boolean;
  readonly mayChangeFolders: boolean;
  readonly onUpload: (files: readonly File[]) => void;
}

export const MediaActions = ({ folder, mayUpload, mayChangeFolders, onUpload }: Props) => {
  const t = useTranslations('media');
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Group gap="xs">
      <TrashLink uid={fileUid} isCompact={isPhone} />
      {mayChangeFolders ? (
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          onClick={() => {
            setIsOpen(true);
          }}
        >
          {t('newFolder')}
        </Button>
      ) : null}
      {mayUpload ? <UploadButton onUpload={onUpload} /> : null}
      {isOpen ? (
        <FolderDialog
          parent={folder}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      ) : null}
    </Group>
  );
};
