// What can be dropped on a folder.
import { dragType, readDragged, type Dragged } from './dragData.ts';

export interface FolderDrops {
  /** Undefined: the user may not upload. */
  readonly upload?: ((files: readonly File[], folder: string | null) => void) | undefined;
  readonly move: (dragged: Dragged, folder: string | null) => void;
}

/** @returns the handlers for `useDrop`. @param folder null: the top */
export const folderDrop = (drops: FolderDrops | undefined, folder: string | null) => {
  const upload = drops?.upload;
  return {
    ...(upload === undefined
      ? {}
      : {
          Files: ({ files }: DataTransfer): void => {
            upload([...files], folder);
          },
        }),
    ...(drops === undefined
      ? {}
      : {
          [dragType]: (data: DataTransfer): void => {
            const dragged = readDragged(data.getData(dragType));
            if (dragged !== undefined) drops.move(dragged, folder);
          },
        }),
  };
};
