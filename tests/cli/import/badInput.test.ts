// Files that are no readable archives: each is refused with a message that says why.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../cli/archive/index.ts';
import { unpackArchive } from '../../../cli/import/index.ts';
import { ProgressLog } from '../../../cli/terminal/progressLog.ts';
import { encrypted, entriesOf, tarOf, tempFolder, type Entries } from './archives.ts';

const folder = tempFolder();
const entries = entriesOf({});
const picture: Entries = [['assets/uploads/a_0123456789.jpg', Buffer.alloc(300_000, 7)]];
const tar = await tarOf([...entries.slice(0, 3), ...picture, ...entries.slice(3)]);
const gzip = gzipSync(tar);

const unpack = async (name: string, bytes: Buffer, key?: string) => {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return unpackArchive(file, key, folder, new ProgressLog(() => undefined));
};

describe('an archive', () => {
  it.each([
    ['a.tar', tar, undefined],
    ['a.tar.gz', gzip, undefined],
    ['a.tar.enc', encrypted(tar, 'key'), 'key'],
    ['a.tar.gz.enc', encrypted(gzip, 'key'), 'key'],
    ['a-key-too-many.tar.gz', gzip, 'key'],
  ])('is read as %s', async (name, bytes, key) => {
    const { schemas, uploads, strapiVersion } = await unpack(name, bytes, key);
    expect([...schemas.keys()]).toEqual(['api::article.article', 'api::tag.tag']);
    expect([...uploads]).toEqual([['a_0123456789.jpg', 300_000]]);
    expect(strapiVersion).toBe('5.54.0');
  });

  it('may begin its paths with ./', async () => {
    const dotted = entries.map(([path, content]) => [`./${path}`, content] as const);
    expect((await unpack('dotted.tar', await tarOf(dotted))).schemas.size).toBe(2);
  });

  it('is read as far as its reader wants', async () => {
    const file = join(folder, 'half.tar.gz');
    await writeFile(file, gzip);
    for await (const { role } of readArchive(file)) if (role.is === 'upload') break;
  });
});

const isCutOff = /is cut off or damaged/;

describe('a file that is no archive', () => {
  it.each([
    ['cut.tar', tar.subarray(0, 100_000), undefined, isCutOff],
    ['cut-between-entries.tar', tar.subarray(0, tar.length - 1024), undefined, isCutOff],
    ['cut.tar.gz', gzip.subarray(0, gzip.length - 20), undefined, isCutOff],
    ['cut.tar.gz.enc', encrypted(gzip, 'key').subarray(0, 480), 'key', isCutOff],
    ['other-key.tar.gz.enc', encrypted(gzip, 'key'), 'other', /the key is wrong/],
    ['no-key.tar.gz.enc', encrypted(gzip, 'key'), undefined, /is encrypted: give its key with --key/],
    ['text.tar', Buffer.from('hello'), undefined, /is no archive of `strapi export`/],
    ['empty.tar', Buffer.alloc(0), undefined, /is no archive of `strapi export`/],
    ['text.tar.gz', gzipSync('hello'), undefined, isCutOff],
  ])('%s is refused', async (name, bytes, key, message) => {
    await expect(unpack(name, bytes, key)).rejects.toThrow(message);
  });

  it('is refused when it does not exist', async () => {
    const missing = unpackArchive(join(folder, 'none.tar'), undefined, folder, new ProgressLog(() => undefined));
    await expect(missing).rejects.toThrow(/none\.tar cannot be read/);
  });

  it('is refused if it is a folder', async () => {
    const unpacked = unpackArchive(folder, undefined, folder, new ProgressLog(() => undefined));
    await expect(unpacked).rejects.toThrow(`${folder} is a folder: name the archive`);
  });

  it.each(['../evil.txt', 'assets/../../evil.txt', '/etc/passwd', 'C:\\evil.txt'])(
    'is refused for the path %s',
    async (path) => {
      const file = await tarOf([...entries, [path, 'x']]);
      await expect(unpack('path.tar', file)).rejects.toThrow(/a path that leaves its folder/);
    },
  );

  it.each([
    ['6.0.0', /Strapi 6\.0\.0, and archives of Strapi 4 and 5 are known: a newer Lectern may know it/],
    ['3.6.0', /Strapi 3\.6\.0, and archives of Strapi 4 and 5 are known$/],
  ])('is refused for the version %s', async (version, message) => {
    await expect(unpack('version.tar', await tarOf(entriesOf({ version })))).rejects.toThrow(message);
  });

  it.each([
    ['a line of many megabytes', ' '.repeat(21_000_000), /A line of the archive has more than 20000000 bytes/],
    [
      'more types than a site has',
      `${JSON.stringify({ uid: 'a', info: {}, attributes: {}, filler: 'x'.repeat(1_000_000) })}\n`.repeat(51),
      /more than 50000000 characters of types/,
    ],
  ])('is refused for %s', async (_, lines, message) => {
    const file = gzipSync(await tarOf([['schemas/schemas_00001.jsonl', lines], ...entries]));
    await expect(unpack('large.tar.gz', file)).rejects.toThrow(message);
  });

  it.each([
    ['without info', { uid: 'api::x.x', attributes: {} }],
    ['without attributes', { uid: 'api::x.x', info: {} }],
    ['with an attribute that is no object', { uid: 'api::x.x', info: {}, attributes: { a: null } }],
    ['without a uid', { info: {}, attributes: {} }],
  ])('is refused for a content type %s', async (_, type) => {
    const file = await tarOf([...entries, ['schemas/schemas_00002.jsonl', JSON.stringify(type)]]);
    await expect(unpack('type.tar', file)).rejects.toThrow('line 1 of schemas/schemas_00002.jsonl is no content type');
  });

  it('may have many empty lines', async () => {
    const file = await tarOf(entries.map(([path, content]) => [path, `\n\n${String(content)}\n\n`]));
    expect((await unpack('empty-lines.tar', file)).schemas.size).toBe(2);
  });

  it('is refused without metadata', async () => {
    await expect(unpack('bare.tar', await tarOf(entries.slice(0, 3)))).rejects.toThrow(/it lacks metadata\.json/);
  });

  it('is refused for a line that is not JSON', async () => {
    const file = await tarOf([...entries, ['schemas/schemas_00002.jsonl', '{"uid":']]);
    await expect(unpack('line.tar', file)).rejects.toThrow(/line 1 of schemas\/schemas_00002\.jsonl is not JSON/);
  });
});
