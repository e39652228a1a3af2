// The path to the open folder, and the folders in it.
import { Button, Group, Text } from '@mantine/core';
import { FileDirectoryFillIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { FolderPath } from './FolderPath.tsx';
import { foldersIn } from './folders.ts';

interface Props {
  readonly folders: readonly MediaFolder[];
  /** The documentId of the open folder; null at the top. */
  readonly folder: string | null;
  readonly onChange: (folder: string | null) => void;
}

export const FolderBar = ({ folders, folder, onChange }: Props) => {
  const t = useTranslations('fields.picker');
  return (
    <nav aria-label={t('folders')}>
      <FolderPath folders={folders} folder={folder} onChange={onChange} />
      <Group gap="xs" mt="xs">
        {foldersIn(folders, folder).map(({ documentId, name, files }) => (
          <Button
            key={documentId}
            variant="default"
            size="xs"
            leftSection={<FileDirectoryFillIcon />}
            aria-label={t('openFolder', { name, files })}
            onClick={() => {
              onChange(documentId);
            }}
          >
            {name}{' '}
            <Text span size="xs" c="dimmed" ms="xs">
              {files}
            </Text>
          </Button>
        ))}
      </Group>
    </nav>
  );
};
