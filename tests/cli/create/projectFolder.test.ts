// A project is written completely or not at all, into a folder that is new or empty.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireNewFolder } from '../../../cli/create/newFolder.js';
import { writeProject } from '../../../cli/create/projectFolder.ts';
import { freshFolder } from '../../media/files.ts';

const root = await freshFolder();

/** A folder with these files. */
const folderWith = async (name: string, ...files: readonly string[]): Promise<string> => {
  const folder = join(root, name);
  await mkdir(folder);
  for (const file of files) await writeFile(join(folder, file), '');
  return folder;
};

it('refuses a folder with files, and names one', async () => {
  const folder = await folderWith('full', 'a.txt', 'b.txt', 'c.txt');
  await expect(requireNewFolder(folder)).rejects.toThrow('is not empty: it has a.txt and 2 more');
});

it('takes a new folder, an empty one, and the clone of an empty repository', async () => {
  await requireNewFolder(join(root, 'new'));
  await requireNewFolder(await folderWith('empty'));
  const clone = await folderWith('clone');
  await mkdir(join(clone, '.git'));
  await requireNewFolder(clone);
});

it('writes all files and makes their folders', async () => {
  const folder = join(root, 'parent/site');
  await writeProject(
    folder,
    new Map<string, string | Buffer>([
      ['a/b/c.txt', 'text'],
      ['d.bin', Buffer.from([0, 255])],
    ]),
  );
  expect(await readFile(join(folder, 'a/b/c.txt'), 'utf8')).toBe('text');
  expect([...(await readFile(join(folder, 'd.bin')))]).toEqual([0, 255]);
});

/** The second file needs a folder where the first one is. */
const impossible = new Map([
  ['a', ''],
  ['a/b', ''],
]);

it('leaves nothing when a file cannot be written', async () => {
  await expect(writeProject(join(root, 'missing/site'), impossible)).rejects.toThrow();
  expect(await readdir(root)).not.toContain('missing');
});

it('leaves a folder that existed as it was', async () => {
  const folder = await folderWith('kept');
  await mkdir(join(folder, '.git'));
  await expect(writeProject(folder, impossible)).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['.git']);
});
