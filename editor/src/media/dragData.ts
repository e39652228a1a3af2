// What is dragged inside of the media library: files or a folder. Files of the computer have another type.
import type { DragEvent } from 'react';
import type { MediaFile } from '../api/mediaQueries.ts';
import type { FileSelection } from './useFileSelection.ts';

/** What the browser calls it; only its name is known before it is dropped. */
export const dragType = 'application/x-lectern-media';

export type Dragged = { readonly files: readonly string[] } | { readonly folder: string };

export const writeDragged = (dragged: Dragged): string => JSON.stringify(dragged);

/** @returns undefined for what another page wrote */
export const readDragged = (text: string): Dragged | undefined => {
  try {
    const value = JSON.parse(text) as { readonly files?: unknown; readonly folder?: unknown } | null;
    if (typeof value?.folder === 'string') return { folder: value.folder };
    if (Array.isArray(value?.files)) return { files: value.files.map(String) };
  } catch {
    // Not JSON.
  }
  return undefined;
};

/** The files that move with one that is dragged: all that are selected, if it is one of them. */
export const draggedFiles = (documentId: string, selected: ReadonlySet<string>): readonly string[] =>
  selected.has(documentId) ? [...selected] : [documentId];

/** What the grid and the list of files have in common. */
export interface FilesProps {
  readonly files: readonly MediaFile[];
  readonly selection: FileSelection;
  /** Whether a file can be changed and moved. */
  readonly mayChange: (file: MediaFile) => boolean;
  readonly onOpen: (documentId: string) => void;
}

/** The properties of an element with which a file is dragged, together with those that are selected. */
export const dragProps = (file: MediaFile, { files, selection, mayChange }: FilesProps) => ({
  draggable: mayChange(file),
  onDragStart: (event: DragEvent): void => {
    if (event.target !== event.currentTarget) return;
    const movable = new Set(files.filter(mayChange).map(({ documentId }) => documentId));
    const dragged = draggedFiles(file.documentId, selection.selected).filter((documentId) => movable.has(documentId));
    event.dataTransfer.setData(dragType, writeDragged({ files: dragged }));
    event.dataTransfer.effectAllowed = 'move';
  },
});

/** What can be dropped on a folder. */
export interface FolderDrops {
  /** Undefined: the user may not upload. */
  readonly upload: ((files: readonly File[], folder: string | null) => void) | undefined;
  readonly move: (dragged: Dragged, folder: string | null) => void;
}

/** @returns the handlers for `useDrop`. @param folder null: the top */
export const folderDrop = (drops: FolderDrops | undefined, folder: string | null) => {
  const { upload, move } = drops ?? {};
  return {
    Files: upload && (({ files }: DataTransfer) => upload([...files], folder)),
    [dragType]:
      move &&
      ((data: DataTransfer) => {
        const dragged = readDragged(data.getData(dragType));
        if (dragged !== undefined) move(dragged, folder);
      }),
  };
};
