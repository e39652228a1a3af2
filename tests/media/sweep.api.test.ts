// Stored files that no record points to.
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepFiles } from '../../lib/media/index.ts';
import { pictureOfSize } from './files.ts';
import { schemaOf } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';

const api = createUploadApi(schemaOf({}));

const old = new Date(Date.now() - 25 * 60 * 60 * 1000);

const age = async (names: readonly string[]): Promise<void> => {
  const { folder } = api.service().config.upload;
  await Promise.all(names.map((name) => utimes(join(folder, name), old, old)));
};

const put = async (name: string): Promise<void> => {
  await writeFile(join(api.service().config.upload.folder, name), 'left');
};

it('are deleted when they are a day old, and nothing else is', async () => {
  const picture = await pictureOfSize(600, 300).jpeg().toBuffer();
  const { body } = await api.send([['kept.jpg', picture]]);
  const keptFiles = await api.stored();
  expect(keptFiles).toHaveLength(3);
  const left = [
    'a_0123456789.jpg',
    'small_a_0123456789.jpg',
    'a_0123456789',
    '.a_0123456789.jpg.00000000-0000-4000-8000-000000000000',
  ];
  const others = ['.gitkeep', 'notes.txt', 'a_012345678.jpg'];
  for (const name of [...left, ...others, 'young_0123456789.jpg']) await put(name);
  await age([...keptFiles, ...left, ...others]);
  expect(await sweepFiles(api.service())).toBe(left.length);
  expect(await api.stored()).toEqual([...keptFiles, ...others, 'young_0123456789.jpg'].sort());
  expect(await sweepFiles(api.service())).toBe(0);

  const { body: other } = await api.send([['other.txt', 'text']]);
  const database = await api.service().database.get();
  await database.collection('upload_files').updateOne({}, { $unset: { published: 1 } });
  expect(await sweepFiles(api.service())).toBe(keptFiles.length);
  const status = async ({ url }: { url: string }): Promise<number> => (await fetch(`${api.url()}${url}`)).status;
  expect([await status(body[0]), await status(other[0])]).toEqual([404, 200]);

  // A wrong database has no records of these files.
  await database.collection('upload_files').updateMany({}, { $unset: { published: 1 } });
  await age([`${String(other[0].hash)}.txt`]);
  await expect(sweepFiles(api.service())).rejects.toThrow('no records of files');
  expect(await status(other[0])).toBe(200);
});
