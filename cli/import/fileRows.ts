// What Lectern keeps of the files of an archive: their bytes under the same name, and their records with new addresses.
import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../lib/schema/index.ts';
import { isFileKey, type Store } from '../../lib/media/index.ts';
import type { Misfit } from './types.ts';

/** A stored file in an archive: a file itself, or one of its formats. */
export interface ArchivedFile {
  /** Its name in the archive: hash and extension. */
  readonly name: string;
  readonly mime: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const archivedFileOf = (record: JsonObject): ArchivedFile => ({
  name: `${text(record.hash)}${text(record.ext)}`,
  mime: text(record.mime) === '' ? 'application/octet-stream' : text(record.mime),
});

const formatsOf = ({ formats }: JsonObject): readonly (readonly [string, JsonObject])[] =>
  isObject(formats)
    ? Object.entries(formats).flatMap(([name, one]) => (isObject(one) ? [[name, one] as const] : []))
    : [];

/** @returns the stored files that a row of a file names */
export const archivedFilesOf = (row: JsonObject): readonly ArchivedFile[] => [
  archivedFileOf(row),
  ...formatsOf(row).map(([, format]) => archivedFileOf(format)),
];

/** The hash and extension under which a file is stored: those of the archive, unless the store has no such keys. */
const keyPartsOf = (record: JsonObject): { readonly hash: string; readonly ext: string } => {
  const [hash, ext] = [text(record.hash), text(record.ext)];
  if (isFileKey(`${hash}${ext}`)) return { hash, ext };
  const ending = /^\.[A-Za-z\d]{1,10}$/.test(ext) ? ext : '';
  const digest = createHash('sha256').update(`${hash}${ext}`).digest('hex');
  return { hash: `file_${digest.slice(0, 10)}`, ext: ending };
};

/** @returns the key in the store for the name of a file in the archive */
export const storeKeyOf = (name: string): string => {
  if (isFileKey(name)) return name;
  const dot = name.lastIndexOf('.');
  const { hash, ext } = keyPartsOf(dot < 0 ? { hash: name } : { hash: name.slice(0, dot), ext: name.slice(dot) });
  return `${hash}${ext}`;
};

/** What it takes to know which files will be stored. */
export interface FileImport {
  readonly store: Pick<Store, 'provider' | 'url'>;
  /** The names of the files that the archive holds, or that the store has already. */
  readonly available: (name: string) => boolean;
  /** The documentId of the folder that a file is in, by the id of its row. */
  readonly folderOf: (id: number) => string | null;
}

/**
 * @param values the record as the archive has it
 * @param id of its row
 * @returns the record with the keys and addresses of this store, and what it lacks
 */
export const toFileValues = (
  values: JsonObject,
  id: number,
  { store, available, folderOf }: FileImport,
): { readonly values: JsonObject; readonly misfits: readonly Misfit[] } => {
  const misfits: Misfit[] = [];
  const lacks = (scope: Misfit['scope'], path: string, record: JsonObject): void => {
    const { name } = archivedFileOf(record);
    misfits.push({ scope, version: 'published', path, message: 'the archive does not hold this file', value: name });
  };
  const stored = (record: JsonObject): JsonObject => {
    const parts = keyPartsOf(record);
    return { ...record, ...parts, url: store.url(`${parts.hash}${parts.ext}`) };
  };
  if (!available(archivedFileOf(values).name)) lacks('document', 'hash', values);
  const formats = formatsOf(values).flatMap(([name, format]) => {
    if (available(archivedFileOf(format).name)) return [[name, stored(format)] as const];
    lacks('part', `formats.${name}`, format);
    return [];
  });
  return {
    values: {
      ...stored(values),
      formats: formats.length === 0 ? null : Object.fromEntries(formats),
      provider: store.provider,
      provider_metadata: null,
      folder: folderOf(id),
      pending: null,
    },
    misfits,
  };
};
