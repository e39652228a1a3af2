// Reads the files of a zip archive, such as a packaged function.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

export type Files = ReadonlyMap<string, Buffer>;

export const readZip = async (path: string): Promise<Files> => {
  const zip = await openPromise(path);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
};

export const unzip = async (path: string, folder: string): Promise<void> => {
  for (const [name, content] of await readZip(path)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
};
