// What the grid and the list of files have in common.
import type { DragEvent } from 'react';
import type { MediaFile } from '../api/mediaQueries.ts';
import { dragType, draggedFiles, writeDragged } from './dragData.ts';
import type { FileSelection } from './useFileSelection.ts';

export interface FilesProps {
  readonly files: readonly MediaFile[];
  readonly selection: FileSelection;
  /** Whether files can be changed and moved. */
  readonly mayChange: boolean;
  readonly onOpen: (documentId: string) => void;
}

/** The properties of an element with which a file is dragged, together with those that are selected. */
export const dragProps = ({ documentId }: MediaFile, { selection, mayChange }: FilesProps) => ({
  draggable: mayChange,
  onDragStart: (event: DragEvent): void => {
    if (event.target !== event.currentTarget) return;
    const files = draggedFiles(documentId, selection.selected);
    event.dataTransfer.setData(dragType, writeDragged({ files }));
    event.dataTransfer.effectAllowed = 'move';
  },
});
