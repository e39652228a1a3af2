// Stores files in a folder. The server serves it under /uploads.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasErrorCode } from '../../errors.ts';
import type { Store, StoredFile } from './store.ts';

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
  await mkdir(folder, { recursive: true });
  for await (const entry of await opendir(folder)) {
    const file = entry.isFile() ? await statFile(folder, entry.name) : undefined;
    if (file !== undefined) yield file;
  }
}

/** @param folder created with the first stored file */
export const localStore = (folder: string): Store => ({
  provider: 'local',
  put: async (key, stream) => {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `.${key}.${randomUUID()}`);
    try {
      await pipeline(stream, createWriteStream(unfinished, { flush: true }));
      await rename(unfinished, join(folder, key));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  },
  find: async (key) => (isFileKey(key) ? statFile(folder, key) : undefined),
  // eslint-disable-next-line @typescript-eslint/require-await -- the interface is asynchronous
  read: async (key, range) => createReadStream(join(folder, key), range),
  delete: async (keys) => {
    await Promise.all(keys.map((key) => rm(join(folder, key), { force: true })));
  },
  list: () => listFiles(folder),
  url: (key) => `${localBase}/${key}`,
});
