// Files stored in a folder.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { localStore } from '../../lib/media/store/local.ts';
import type { Store, StoredFile } from '../../lib/media/store/store.ts';
import { freshFolder } from './files.ts';

const content = { mime: 'text/plain', bytes: 5 };

const folders = await freshFolder();
let made = 0;

const fresh = (): { readonly folder: string; readonly store: Store } => {
  made += 1;
  const folder = join(folders, String(made), 'uploads');
  return { folder, store: localStore(folder) };
};

const listed = async (store: Store): Promise<readonly StoredFile[]> => {
  const all: StoredFile[] = [];
  for await (const file of store.list()) all.push(file);
  return all;
};

describe('a folder store', () => {
  it('keeps a file', async () => {
    const { store } = fresh();
    await store.put('a_1.txt', Readable.from(['he', 'llo']), content);
    expect(await text(await store.read('a_1.txt'))).toBe('hello');
    expect(await text(await store.read('a_1.txt', { start: 1, end: 3 }))).toBe('ell');
    expect(await store.find('a_1.txt')).toMatchObject({ key: 'a_1.txt', bytes: 5 });
    expect(store.url('a_1.txt')).toBe('/uploads/a_1.txt');
  });

  it.each([
    ['at once', []],
    ['after a part', ['he']],
  ])('keeps nothing of a stream that fails %s', async (_, parts) => {
    const { folder, store } = fresh();
    // Many times: the failure must not arrive while the file is being opened.
    for (let time = 0; time < 50; time++) {
      const broken = Readable.from(
        (function* () {
          yield* parts;
          throw new Error('gone');
        })(),
      );
      await expect(store.put('a_1.txt', broken, content)).rejects.toThrow('gone');
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('finds nothing under a name that is too long for a file', async () => {
    expect(await fresh().store.find('a'.repeat(5000))).toBeUndefined();
  });

  it('deletes files, and ignores missing ones', async () => {
    const { folder, store } = fresh();
    await store.put('a_1.txt', Readable.from('hello'), content);
    await store.delete(['a_1.txt', 'b_1.txt']);
    expect(await readdir(folder)).toEqual([]);
    expect(await store.find('a_1.txt')).toBeUndefined();
  });

  it('lists all files, including unfinished ones', async () => {
    const { folder, store } = fresh();
    expect(await listed(store)).toEqual([]);
    await store.put('a_1.txt', Readable.from('hello'), content);
    await writeFile(join(folder, '.b_1.txt.unfinished'), 'h');
    await mkdir(join(folder, 'c'));
    expect((await listed(store)).map(({ key, bytes }) => [key, bytes]).sort()).toEqual([
      ['.b_1.txt.unfinished', 1],
      ['a_1.txt', 5],
    ]);
  });

  it.each(['../secret', '.hidden', 'a/b', '', '.', '..', 'a.b.c', '%2e%2e%2fsecret', 'a\0', 'c'])(
    'finds nothing under %j, even if such a file exists',
    async (key) => {
      const { folder, store } = fresh();
      await mkdir(join(folder, 'a'), { recursive: true });
      await mkdir(join(folder, 'c'));
      for (const name of ['../secret', '.hidden', 'a/b', 'a.b.c']) await writeFile(join(folder, name), 'secret');
      expect(await store.find(key)).toBeUndefined();
    },
  );
});
