// What the grid and the list of files have in common.
import type { DragEvent } from 'react';
import type { MediaFile } from '../api/mediaQueries.ts';
import { dragType, draggedFiles, writeDragged } from './dragData.ts';
import type { FileSelection } from './useFileSelection.ts';

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
