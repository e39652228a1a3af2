// The folders in the open one, or those whose names contain the searched text.
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Text, UnstyledButton } from '@mantine/core';
import { FileDirectoryFillIcon, FileSymlinkFileIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { mediaKey } from '../api/media.ts';
import { deleteFolder } from '../api/mediaChanges.ts';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { foldersIn, searchFolders } from './folders.ts';
import classes from './media.module.css';
import type { MediaState } from './mediaState.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { useAction } from '../ui/useAction.ts';
import { useDrop } from '../ui/useDrop.ts';
import { dragType, folderDrop, writeDragged, type FolderDrops } from './dragData.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';

interface FolderProps {
  readonly folder: MediaFolder;
  readonly folders: readonly MediaFolder[];
}

/** Opens the dialogs that rename and move a folder, and deletes it. */
const FolderMenu = ({ folder, folders }: FolderProps) => {
  const t = useTranslations('media');
  const picker = useTranslations('fields.picker');
  const common = useTranslations('common');
  const [dialog, setDialog] = useState<'rename' | 'move'>();
  const { documentId, name, parent } = folder;
  const remove = useAction({ run: () => deleteFolder(documentId), changes: mediaKey });
  const target = folders.find((other) => other.documentId === parent)?.name ?? picker('top');
  const open = (next: typeof dialog) => (): void => setDialog(next);
  const close = open(undefined);
  return (
    <>
      <ActionMenu
        label={t('folderActions', { name })}
        actions={[
          { Icon: PencilIcon, label: t('folder.renameAction'), run: open('rename') },
          { Icon: FileSymlinkFileIcon, label: t('move.action'), run: open('move') },
          {
            ...{ Icon: TrashIcon, label: common('delete'), isRed: true, run: remove.mutate },
            question: { title: t('folder.deleteTitle', { name }), text: t('folder.deleteText', { parent: target }) },
          },
        ]}
      />
      {dialog === 'rename' ? <FolderDialog folder={folder} parent={parent} onClose={close} /> : null}
      {dialog === 'move' ? (
        <MoveDialog moved={{ folder: documentId }} folders={folders} from={parent} onClose={close} />
      ) : null}
    </>
  );
};

interface FolderCardProps extends FolderProps {
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
        onClick={() => onOpen(documentId)}
      >
        <Text span display="flex" c="var(--mantine-primary-color-light-color)">
          <FileDirectoryFillIcon size={20} />
        </Text>
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
