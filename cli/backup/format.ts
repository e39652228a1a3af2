// The entries of a backup, in their order: what it is, documents, the keys of files, files, and the digests of all.
import type { Part } from './parts.ts';

export const headerPath = 'backup.json';
export const keysPath = 'files.jsonl';
export const manifestPath = 'manifest.jsonl';

const documentsFolder = 'documents';
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

/** The path of documents as BSON, one after the other. */
export const documentsPath = (part: string, number: number): string =>
  `${documentsFolder}/${part}/${String(number).padStart(5, '0')}.bson`;

export const filePath = (key: string): string => `${filesFolder}/${key}`;

/** What an entry holds; undefined: one of the three lists. */
export const contentOf = (path: string): { readonly part: string } | { readonly key: string } | undefined => {
  const [folder, name = ''] = path.split('/');
  return folder === documentsFolder ? { part: name } : folder === filesFolder ? { key: name } : undefined;
};
