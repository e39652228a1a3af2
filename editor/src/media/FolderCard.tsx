// A folder of the open one: opens it, takes what is dropped on it, and can be dragged into another one.
import { Text, UnstyledButton } from '@mantine/core';
import { FileDirectoryFillIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { useDrop } from '../ui/useDrop.ts';
import { dragType, writeDragged } from './dragData.ts';
import { folderDrop, type FolderDrops } from './folderDrops.ts';
import { FolderMenu } from './FolderMenu.tsx';
import classes from './media.module.css';

interface Props {
  readonly folder: MediaFolder;
  readonly folders: readonly MediaFolder[];
  readonly mayChange: boolean;
  readonly drops: FolderDrops;
  readonly onOpen: (folder: string) => void;
}

export const FolderCard = ({ folder, folders, mayChange, drops, onOpen }: Props) => {
  const t = useTranslations('fields.picker');
  const { documentId, name, files } = folder;
  const { isOver, props } = useDrop(folderDrop(drops, documentId));
  return (
    <div
      role="listitem"
      className={classes.folder}
      data-over={isOver}
      draggable={mayChange}
      onDragStart={(event) => {
        // A text of a dialog of this card can be dragged too.
        if (event.target !== event.currentTarget) return;
        event.dataTransfer.setData(dragType, writeDragged({ folder: documentId }));
        event.dataTransfer.effectAllowed = 'move';
      }}
      {...props}
    >
      <UnstyledButton
        className={classes.folderName ?? ''}
        aria-label={t('openFolder', { name, files })}
        onClick={() => {
          onOpen(documentId);
        }}
      >
        <span className={classes.folderIcon}>
          <FileDirectoryFillIcon size={20} />
        </span>
        <Text span size="sm" fw={600} truncate dir="auto">
          {name}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          {files}
        </Text>
      </UnstyledButton>
      {mayChange ? <FolderMenu folder={folder} folders={folders} /> : null}
    </div>
  );
};
