// The media library: folders, files, uploads, and the details of one file.
import { Group, Paper, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { useMediaFiles, useMediaFolders } from '../api/media.ts';
import { useUploads, type Uploads } from '../api/useUploads.ts';
import { UploadList } from '../ui/UploadList.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { useDrop } from '../ui/useDrop.ts';
import { FileDrawer } from './details/FileDrawer.tsx';
import { Files } from './Files.tsx';
import { folderDrop, type FolderDrops } from './dragData.ts';
import { FolderCards } from './FolderCards.tsx';
import { FolderPath } from './FolderPath.tsx';
import classes from './media.module.css';
import { MediaActions } from './MediaActions.tsx';
import { isEverywhere } from './mediaState.ts';
import { MediaToolbar } from './MediaToolbar.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useFileSelection } from './useFileSelection.ts';
import { useMediaRights, useMove } from './useLibrary.ts';
import { useMediaState, useMediaView } from './useMediaState.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { useScreenGuard } from '../ui/useScreenGuard.ts';

/** Uploads go on while another screen of the editor is shown, but nothing says there that one failed. */
const useUploadGuard = ({ uploads }: Uploads): void => {
  const t = useTranslations('media.leave');
  const isRunning = uploads.some(({ error }) => error === undefined);
  useScreenGuard(isRunning, { title: t('title'), text: t('text') });
};

const MediaScreen = () => {
  const t = useTranslations('media');
  const { mayUpload, mayChangeFolders } = useMediaRights();
  const [state, change] = useMediaState();
  const [view, setView] = useMediaView();
  const { folder, q, kind, sort } = state;
  const folders = useMediaFolders().data ?? [];
  const search = {
    ...{ text: q, sort, isUndescribed: kind === 'undescribed' },
    folder: isEverywhere(state) ? undefined : folder,
    allowedTypes: kind === undefined ? undefined : [kind],
  };
  const files = useMediaFiles(search);
  const selection = useFileSelection(JSON.stringify(search));
  const uploads = useUploads({
    onStored: ({ url }, replaces) => {
      if (replaces === undefined) return;
      const isMoved = files.data?.some((file) => file.id === replaces && file.url !== url) ?? false;
      notifications.show({ message: t(isMoved ? 'file.replacedUrl' : 'file.replaced'), color: 'green' });
    },
  });
  useUploadGuard(uploads);
  const move = useMove(folders);
  useDocumentTitle(t('title'));

  const upload = (chosen: readonly File[], target: string | null): void => {
    uploads.start(chosen, target === null ? {} : { fileInfo: { folder: target } });
  };
  const uploadHere = (chosen: readonly File[]): void => upload(chosen, folder);
  const drops: FolderDrops = {
    upload: mayUpload ? upload : undefined,
    move,
  };
  const drop = useDrop({ Files: folderDrop(drops, folder).Files });
  const open = (target: string | null): void => change({ folder: target, q: '', file: undefined });
  const folderName = folders.find(({ documentId }) => documentId === folder)?.name;
  const rows = files.data ?? [];

  return (
    <div className={classes.screen} {...drop.props}>
      <div className={classes.top}>
        <Group justify="space-between" gap="xs" mb="sm">
          <Title order={1} size="h2">
            {t('title')}
          </Title>
          <MediaActions {...{ folder, mayUpload, mayChangeFolders }} onUpload={uploadHere} />
        </Group>
        <MediaToolbar {...{ state, change, view, setView }} />
      </div>
      <div className={classes.content}>
        {!isEverywhere(state) ? (
          folders.length === 0 ? null : (
            <nav aria-label={t('folders')}>
              <FolderPath folders={folders} folder={folder} onChange={open} drops={drops} />
            </nav>
          )
        ) : (
          <Text size="sm" fw={600}>
            {t('foundIn')}
          </Text>
        )}
        {uploads.uploads.length === 0 ? null : (
          <Paper withBorder flex="none" mah="14rem" px="sm" style={{ overflowY: 'auto' }}>
            <UploadList uploads={uploads} />
          </Paper>
        )}
        {kind === 'undescribed' ? null : (
          <FolderCards {...{ folders, state, drops }} mayChange={mayChangeFolders} onOpen={open} />
        )}
        <Files
          {...{ files, folders, state, change, view, selection, mayUpload }}
          isUploading={uploads.uploads.length > 0}
          onUpload={uploadHere}
        />
      </div>
      {drop.isOver ? (
        <div className={classes.dropHint} aria-hidden>
          {folderName === undefined ? t('dropHere') : t('dropInto', { name: folderName })}
        </div>
      ) : null}
      <SelectionBar files={rows} folders={folders} folder={folder} selection={selection} />
      <FileDrawer
        documentId={state.file}
        listed={rows.find(({ documentId }) => documentId === state.file)}
        folders={folders}
        uploads={uploads}
        onClose={() => change({ file: undefined })}
      />
    </div>
  );
};

export const MediaPage = () => (useMediaRights().mayFind ? <MediaScreen /> : <NotFound />);
