// Reads parts of a local or stored file.
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Store, StoredFile } from './store.ts';

export interface Source {
  readonly bytes: number;
  /** Reads this many bytes from a position; fewer at the end. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
}

/** A stored file. It fetches only the requested bytes. */
export const storedSource = (store: Store, { key, bytes }: Pick<StoredFile, 'key' | 'bytes'>): Source => ({
  bytes,
  read: async (start, length) => {
    const end = Math.min(start + length, bytes) - 1;
    return end < start ? Buffer.alloc(0) : buffer(await store.read(key, { start, end }));
  },
});

/** Opens a file while the work runs. */
export const withFile = async <T>(path: string, work: (source: Source) => Promise<T>): Promise<T> => {
  const file = await open(path);
  try {
    return await work({
      bytes: (await file.stat()).size,
      read: async (start, length) => {
        const { buffer: into, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
        return into.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
};
