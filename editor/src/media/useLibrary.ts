// What the user may do in the media library, and the changes that several parts of it offer.
import { useTranslations } from 'use-intl';
import { useEditor, type Grant, grantOf, useMay } from '../api/editor.ts';
import { mediaKey } from '../api/media.ts';
import { moveFiles, updateFolder } from '../api/mediaChanges.ts';
import type { MediaFile, MediaFolder } from '../api/mediaQueries.ts';
import { useAction } from '../ui/useAction.ts';
import type { Dragged } from './dragData.ts';
import { canMoveFolder } from './folders.ts';

const uploadUid = 'plugin::upload.content-api';

/** Whether the permission covers the file. */
const isGranted = (grant: Grant | undefined, { own }: Pick<MediaFile, 'own'>): boolean =>
  grant !== undefined && (grant === true || own === true);

export const useMediaRights = () => {
  const may = useMay();
  const context = useEditor();
  return {
    mayFind: may('find', uploadUid),
    /** Also read where they are used. */
    mayFindOne: may('findOne', uploadUid),
    mayUpload: may('upload', uploadUid),
    /** Describe, replace and move it. */
    mayChange: (file: MediaFile): boolean => isGranted(grantOf(context, 'upload', uploadUid), file),
    mayDelete: (file: MediaFile): boolean => isGranted(grantOf(context, 'destroy', uploadUid), file),
    mayChangeFolders: may('changeFolders', uploadUid),
  };
};

/** Moves files or a folder, and says so. @returns a function, which does nothing for a move that is not possible; null is the top */
export const useMove = (folders: readonly MediaFolder[], onMoved: () => void = () => undefined) => {
  const t = useTranslations('media.move');
  const picker = useTranslations('fields.picker');
  const nameOf = (target: string | null): string =>
    folders.find(({ documentId }) => documentId === target)?.name ?? picker('top');
  const files = useAction({
    run: ({ files: moved, target }: { readonly files: readonly string[]; readonly target: string | null }) =>
      moveFiles(moved, target),
    changes: mediaKey,
    onSuccess: onMoved,
    message: ({ files: moved, target }) => t('moved', { count: moved.length, name: nameOf(target) }),
  });
  const folder = useAction({
    run: ({ folder: moved, target }: { readonly folder: string; readonly target: string | null }) =>
      updateFolder(moved, { parent: target }),
    changes: mediaKey,
    onSuccess: onMoved,
    message: ({ target }) => t('folderMoved', { name: nameOf(target) }),
  });
  return (dragged: Dragged, target: string | null): void => {
    if ('files' in dragged) files.mutate({ files: dragged.files, target });
    else if (canMoveFolder(folders, dragged.folder, target)) folder.mutate({ folder: dragged.folder, target });
  };
};
