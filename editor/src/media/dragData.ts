// What is dragged inside of the media library: files or a folder. Files of the computer have another type.

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
