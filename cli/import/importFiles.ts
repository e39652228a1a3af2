// Copies the stored files of an archive to the store, unchanged.
import { Readable } from 'node:stream';
import type { Store } from '../../lib/media/index.ts';
import { ArchiveError, readArchive } from '../archive/index.ts';
import { storeKeyOf } from './fileRows.ts';
import type { ProgressLog } from '../terminal/progressLog.ts';
import type { UnpackedArchive } from './types.ts';

/** Whether the store holds the file completely, from an earlier run. */
const isStored = async (store: Store, key: string, bytes: number): Promise<boolean> =>
  (await store.find(key))?.bytes === bytes;

/**
 * @param assets the MIME types of the files to copy, by name; others stay in the archive
 * @returns how many files it copied
 * @throws ArchiveError when the archive lacks a file that it had
 */
export const importFiles = async (
  store: Store,
  archive: { readonly file: string; readonly key: string | undefined } & Pick<UnpackedArchive, 'uploads'>,
  assets: ReadonlyMap<string, string>,
  progress: ProgressLog,
): Promise<number> => {
  const { file, key, uploads } = archive;
  const waiting = new Set([...assets.keys()].filter((name) => uploads.has(name)));
  if (waiting.size === 0) return 0;
  let copied = 0;
  let seen = 0;
  for await (const { role, bytes, content } of readArchive(file, { key })) {
    const mime = role.is === 'upload' ? assets.get(role.name) : undefined;
    if (role.is !== 'upload' || mime === undefined) continue;
    seen += 1;
    waiting.delete(role.name);
    progress.log(() => `files: ${seen} of ${assets.size}`);
    const storeKey = storeKeyOf(role.name);
    if (await isStored(store, storeKey, bytes)) continue;
    await store.put(storeKey, Readable.from(content), { mime, bytes });
    copied += 1;
  }
  const [missing] = waiting;
  if (missing !== undefined) throw new ArchiveError(`${file} has changed since it was checked: it lacks ${missing}`);
  return copied;
};

/** @returns the names among these that the archive lacks and the store has */
export const findStoredFiles = async (
  store: Pick<Store, 'find'>,
  { uploads }: Pick<UnpackedArchive, 'uploads'>,
  names: Iterable<string>,
): Promise<ReadonlySet<string>> => {
  const stored = new Set<string>();
  for (const name of names)
    if (!uploads.has(name) && (await store.find(storeKeyOf(name))) !== undefined) stored.add(name);
  return stored;
};
