// The commands `lectern backup` and `lectern restore`, with files, from one database to another.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { freshFolder, pictureOfSize } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

const [source, target, folder] = [freshDatabase(), freshDatabase(), await freshFolder()];

const siteOf = async (name: string, uri: string) => {
  const LECTERN_CONFIG = join(folder, `${name}.json`);
  await writeFile(LECTERN_CONFIG, JSON.stringify({ upload: { folder: join(folder, name) } }));
  return { ...secretsEnvironment, MONGODB_URI: uri, LECTERN_CONFIG, CONTENT_TYPES: 'content-types' };
};

const countIn = async (uri: string, collection: string): Promise<number> => {
  const client = await new MongoClient(uri).connect();
  try {
    return await client.db().collection(collection).countDocuments({});
  } finally {
    await client.close();
  }
};

it('write a site with its files into an archive, and restore it elsewhere', async () => {
  const [from, to] = [await siteOf('from', source.uri), await siteOf('to', target.uri)];
  const content = join(folder, 'content.json');
  await writeFile(content, JSON.stringify({ authors: [{ name: 'Ines', slug: 'ines', portrait: 'ines.png' }] }));
  await mkdir(join(folder, 'uploads'));
  await pictureOfSize(300, 300).toFile(join(folder, 'uploads/ines.png'));
  expect(await lectern(['seed', content], from)).toMatchObject({ code: 0 });
  await lectern(['token', 'create', '--name', 'site', '--type', 'read-only'], from);
  const archive = join(folder, 'site.tar.gz');
  const written = await lectern(['backup', join(folder, 'site')], from);
  expect(written).toMatchObject({ code: 0, stdout: `${archive}\n` });
  const restored = await lectern(['restore', archive, '--without', 'tokens'], to);
  const files = await readdir(join(folder, 'from'));
  expect(restored.stderr).toMatch(new RegExp(`restored \\d+ documents and ${files.length} files\\n$`));
  for (const name of files)
    expect(await readFile(join(folder, 'to', name))).toEqual(await readFile(join(folder, 'from', name)));
  const counts = (uri: string) => Promise.all(['authors', 'upload_files'].map((name) => countIn(uri, name)));
  expect(await counts(target.uri)).toEqual(await counts(source.uri));
  expect(await countIn(target.uri, 'lectern_tokens')).toBe(0);
  expect(await lectern(['restore', archive], to)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database has documents already'),
  });
  expect(await lectern(['backup', '--only', 'users', '--without', 'users'], from)).toMatchObject({ code: 1 });
});
