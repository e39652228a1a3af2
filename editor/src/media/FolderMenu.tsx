// What can be done with a folder: open the dialogs that rename and move it, and delete it.
import { ActionIcon, Menu } from '@mantine/core';
import { FileSymlinkFileIcon, KebabHorizontalIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { mediaKey } from '../api/media.ts';
import { deleteFolder } from '../api/mediaChanges.ts';
import type { MediaFolder } from '../api/mediaQueries.ts';
import { useAction } from '../ui/useAction.ts';
import { useConfirm } from '../ui/useConfirm.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';

interface Props {
  readonly folder: MediaFolder;
  readonly folders: readonly MediaFolder[];
}

export const FolderMenu = ({ folder, folders }: Props) => {
  const t = useTranslations('media');
  const picker = useTranslations('fields.picker');
  const common = useTranslations('common');
  const confirm = useConfirm();
  const [dialog, setDialog] = useState<'rename' | 'move'>();
  const { documentId, name, parent } = folder;
  const remove = useAction({ run: () => deleteFolder(documentId), changes: mediaKey });
  const close = (): void => {
    setDialog(undefined);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('folderActions', { name })}>
            <KebabHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<PencilIcon />}
            onClick={() => {
              setDialog('rename');
            }}
          >
            {t('folder.renameAction')}
          </Menu.Item>
          <Menu.Item
            leftSection={<FileSymlinkFileIcon />}
            onClick={() => {
              setDialog('move');
            }}
          >
            {t('move.action')}
          </Menu.Item>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon />}
            onClick={() => {
              const target = folders.find((other) => other.documentId === parent)?.name ?? picker('top');
              confirm({
                title: t('folder.deleteTitle', { name }),
                text: t('folder.deleteText', { parent: target }),
                confirm: common('delete'),
                onConfirm: remove.mutate,
              });
            }}
          >
            {common('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' ? <FolderDialog folder={folder} parent={parent} onClose={close} /> : null}
      {dialog === 'move' ? (
        <MoveDialog moved={{ folder: documentId }} folders={folders} from={parent} onClose={close} />
      ) : null}
    </>
  );
};
