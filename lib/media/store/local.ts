// Stores files in a folder. The server serves it under /uploads.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasErrorCode } from '../../errors.ts';
import type { Store, StoredFile, StoreTrash } from './store.ts';

/** The path under which the server serves the folder. */
export const localBase = '/uploads';

const keyPattern = /^[A-Za-z\d_-]{1,200}(?:\.[A-Za-z\d]{1,10})?$/;

/**
 * Whether the key is valid. Other keys could name a parent folder, a file that is still being written, or an impossible file
 * name. Lectern makes keys with lowercase endings; those of imported files may have others.
 */
export const isFileKey = (key: string): boolean => keyPattern.test(key);

const isMissingFile = (error: unknown): boolean => hasErrorCode(error, 'ENOENT');

const statFile = async (folder: string, name: string): Promise<StoredFile | undefined> => {
  try {
    const file = await stat(join(folder, name));
    return file.isFile() ? { key: name, bytes: file.size, storedAt: file.mtime } : undefined;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
};

async function* listFiles(folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (!isMissingFile(error)) throw error;
  });
  for await (const entry of entries ?? []) {
    const file = entry.isFile() ? await statFile(folder, entry.name) : undefined;
    if (file !== undefined) yield file;
  }
}

const deleteFiles = async (folder: string, keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => rm(join(folder, key), { force: true })));
};

const moveFiles = async (from: string, to: string, keys: readonly string[]): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const key of keys)
    await rename(join(from, key), join(to, key)).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error;
    });
};

/** Within the folder, so that moving a file to it is a renaming. Its name is no key, so it is not served. */
const trashName = '.trash';

const localTrash = (folder: string): StoreTrash => {
  const trash = join(folder, trashName);
  return {
    take: (keys) => moveFiles(folder, trash, keys),
    giveBack: (keys) => moveFiles(trash, folder, keys),
    delete: (keys) => deleteFiles(trash, keys),
    list: () => listFiles(trash),
  };
};

const putFile = async (folder: string, key: string, stream: Readable): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${key}.${randomUUID()}`);
  try {
    // Opened here: a write stream that fails before it has opened its file would create it after the removal below.
    const file = await open(unfinished, 'wx');
    await pipeline(stream, file.createWriteStream({ flush: true }));
    await rename(unfinished, join(folder, key));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

/** @param folder created with the first stored file */
export const localStore = (folder: string): Store => ({
  provider: 'local',
  put: (key, stream) => putFile(folder, key, stream),
  copy: (from, to) =>
    putFile(folder, to, createReadStream(join(folder, from))).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error;
    }),
  find: async (key) => (isFileKey(key) ? statFile(folder, key) : undefined),
  // eslint-disable-next-line @typescript-eslint/require-await -- the interface is asynchronous
  read: async (key, range) => createReadStream(join(folder, key), range),
  delete: (keys) => deleteFiles(folder, keys),
  list: () => listFiles(folder),
  trash: localTrash(folder),
  url: (key) => `${localBase}/${key}`,
});
