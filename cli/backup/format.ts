// The entries of a backup, in their order: what it is, documents, what changed while these were read, the keys of files, files, and the
// digests of all.
import type { Part } from './parts.ts';

export const headerPath = 'backup.json';
export const keysPath = 'files.jsonl';
export const manifestPath = 'manifest.jsonl';

/** Folders of documents: those that the backup read first, as they are at its moment if they changed since, and those deleted since. */
const documentFolders = ['documents', 'changed', 'deleted'] as const;
export type DocumentFolder = (typeof documentFolders)[number];
const filesFolder = 'files';

/** `backup.json`. */
export interface Header {
  /** The version of Lectern that wrote the backup, and the format of the documents. */
  readonly version: string;
  readonly format: number;
  readonly createdAt: string;
  readonly parts: readonly Part[];
  /** Whether the backup has the bytes of the files, and not only their keys. */
  readonly hasFiles: boolean;
}

/** A line of `manifest.jsonl`. */
export interface ManifestLine {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A line of `files.jsonl`. */
export interface FileLine {
  readonly key: string;
  readonly mime: string;
}

/** The path of documents as BSON, one after the other; of deleted ones only their `_id`. */
export const documentsPath = (folder: DocumentFolder, part: string, number: number): string =>
  `${folder}/${part}/${String(number).padStart(5, '0')}.bson`;

export const filePath = (key: string): string => `${filesFolder}/${key}`;

/** What an entry holds; undefined: one of the three lists. */
export const contentOf = (
  path: string,
): { readonly folder: DocumentFolder; readonly part: string } | { readonly key: string } | undefined => {
  const [start, name = ''] = path.split('/');
  const folder = documentFolders.find((one) => one === start);
  return folder !== undefined ? { folder, part: name } : start === filesFolder ? { key: name } : undefined;
};
