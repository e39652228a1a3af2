// The commands `lectern backup` and `lectern restore`, with files, from one database to another, and killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { freshFolder, pictureOfSize } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';
import { builtLectern, spawnLectern } from './run.ts';

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
  // A user who interrupts it needs the name.
  expect(written).toMatchObject({
    code: 0,
    stdout: `${archive}\n`,
    stderr: expect.stringContaining(`writing ${archive}`),
  });
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

/** Runs a command until the condition holds, and kills it then. @returns its signal */
const killWhen = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isTime: () => Promise<boolean>,
): Promise<unknown> => {
  const child = spawn(process.execPath, [...builtLectern, ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await vi.waitUntil(async () => child.exitCode !== null || (await isTime()), { timeout: 60_000, interval: 5 });
  child.kill('SIGKILL');
  return (await ended)[1];
};

it('a backup and a restore that are killed within a collection continue', async () => {
  const [large, copy] = [freshDatabase(), freshDatabase()];
  const [from, to] = [await siteOf('large', large.uri), await siteOf('copy', copy.uri)];
  const client = await new MongoClient(large.uri).connect();
  const authors = client.db().collection('authors');
  const count = 800;
  await authors.insertMany(
    Array.from({ length: count }, (_, index) => ({
      ...{ documentId: `a${index}`, locale: null, revision: 1 },
      published: { id: index + 1, name: `Author ${index}`, slug: `author-${index}`, bio: 'x'.repeat(100_000) },
    })),
  );
  const archive = join(folder, 'large.tar.gz');
  const progress = () => readFile(`${archive}.progress`, 'utf8').catch(() => '');
  expect(await killWhen(['backup', archive], from, async () => (await progress()).includes('after'))).toBe('SIGKILL');
  await authors.deleteOne({ documentId: 'a0' });
  await authors.updateOne({ documentId: 'a1' }, { $set: { 'published.name': 'Changed' } });
  const continued = await spawnLectern(['backup', archive], from);
  expect(continued).toMatchObject({ code: 0, stderr: expect.stringMatching(/continuing after [1-9]\d+ documents/) });
  await client.close();

  const restored = () => countIn(copy.uri, 'authors');
  expect(await killWhen(['restore', archive], to, async () => (await restored()) > 0)).toBe('SIGKILL');
  expect(await spawnLectern(['restore', archive], to)).toMatchObject({ code: 0 });
  expect(await restored()).toBe(count - 1);
  const target = await new MongoClient(copy.uri).connect();
  const names = await target
    .db()
    .collection('authors')
    .distinct('published.name', { documentId: { $in: ['a1', 'a2'] } });
  expect(names).toEqual(['Author 2', 'Changed']);
  await target.close();
});
