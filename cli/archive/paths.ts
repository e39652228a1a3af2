// The paths inside an archive.
import { ArchiveError } from './archiveError.ts';

export const metadataPath = 'metadata.json';

/** The kinds of lines, each in a folder of its own: `entities/entities_00001.jsonl`. */
const lineKinds = ['schemas', 'entities', 'links', 'configuration'] as const;
export type LineKind = (typeof lineKinds)[number];

/** The folder of the files' bytes, by hash and extension, and that of their descriptions. */
export const uploadsFolder = 'assets/uploads';
export const assetMetadataFolder = 'assets/metadata';

/** The path of a file with lines; files count from 1. */
export const linesPath = (kind: LineKind, file: number): string =>
  `${kind}/${kind}_${String(file).padStart(5, '0')}.jsonl`;

/** What an entry of an archive is. */
export type EntryRole =
  | { readonly is: 'metadata' | 'other' }
  | { readonly is: 'lines'; readonly kind: LineKind }
  /** The bytes of a file. */
  | { readonly is: 'upload'; readonly name: string };

const linesPattern = /^([a-z]+)\/[^/]+\.jsonl$/;
const uploadPattern = /^assets\/uploads\/([^/]+)$/;

/** @param path as `checkEntryPath` returns it */
export const roleOf = (path: string): EntryRole => {
  if (path === metadataPath) return { is: 'metadata' };
  const [, upload] = uploadPattern.exec(path) ?? [];
  if (upload !== undefined) return { is: 'upload', name: upload };
  const [, folder] = linesPattern.exec(path) ?? [];
  const kind = lineKinds.find((one) => one === folder);
  return kind === undefined ? { is: 'other' } : { is: 'lines', kind };
};

/**
 * @returns the path of an entry without a leading `.`
 * @throws ArchiveError for a path that does not stay in the archive's folder
 */
export const checkEntryPath = (path: string): string => {
  const relative = path.replace(/^(?:\.\/)+/, '');
  if (/^(?:[\\/]|[A-Za-z]:)|\\|\0/.test(relative) || relative.split('/').includes('..'))
    throw new ArchiveError(`The archive holds a path that leaves its folder: ${JSON.stringify(path)}`);
  return relative;
};
