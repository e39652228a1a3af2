// The folders in the open one, or those whose names contain the searched text.
import { useTranslations } from 'use-intl';
import { Text, UnstyledButton } from '@mantine/core';
import { FileDirectoryFillIcon } from '@primer/octicons-react';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { type FolderDrops, folderDrop } from './folderDrops.ts';
import { foldersIn, searchFolders } from './folders.ts';
import classes from './media.module.css';
import type { MediaState } from './mediaState.ts';
import { useDrop } from '../ui/useDrop.ts';
import { dragType, writeDragged } from './dragData.ts';
import { FolderMenu } from './FolderMenu.tsx';

interface FolderCardProps {
  readonly folder: MediaFolder;
  readonly folders: readonly MediaFolder[];
  readonly mayChange: boolean;
  readonly drops: FolderDrops;
  readonly onOpen: (folder: string) => void;
}

const FolderCard = ({ folder, folders, mayChange, drops, onOpen }: FolderCardProps) => {
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

interface Props {
  readonly folders: readonly MediaFolder[];
  readonly state: MediaState;
  readonly mayChange: boolean;
  readonly drops: FolderDrops;
  readonly onOpen: (folder: string) => void;
}

export const FolderCards = ({ folders, state: { q, folder }, mayChange, drops, onOpen }: Props) => {
  const t = useTranslations('media');
  const listed = q === '' ? foldersIn(folders, folder) : searchFolders(folders, q);
  if (listed.length === 0) return null;
  return (
    <div role="list" aria-label={t('folders')} className={classes.folders}>
      {listed.map((one) => (
        <FolderCard key={one.documentId} folder={one} {...{ folders, mayChange, drops, onOpen }} />
      ))}
    </div>
  );
};
