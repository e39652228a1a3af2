// The commands `lectern types diff` and `lectern types migrate`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';
import type { Ended } from './run.ts';
import { typeFile } from '../setup/schema.ts';

const root = await mkdtemp(join(tmpdir(), 'lectern-'));
afterAll(() => rm(root, { recursive: true }));
const { uri } = freshDatabase();
const env = { MONGODB_URI: uri, CONTENT_TYPES: root };
const types = (...args: readonly string[]): Promise<Ended> => lectern(['types', ...args], env);
/** Migrates, and answers the question whether to change the documents. */
const answering = (answer: string, ...args: readonly string[]): Promise<Ended> =>
  lectern(['types', 'migrate', ...args], env, () => Promise.resolve(answer));

const write = (attributes: object): Promise<void> =>
  writeFile(join(root, 'article.json'), typeFile('article', attributes));
const content = join(root, 'content');

beforeAll(async () => {
  await write({ headline: { type: 'string' }, views: { type: 'string' } });
  await writeFile(
    content,
    JSON.stringify({
      articles: [
        { headline: 'a', views: '1' },
        { headline: 'b', views: 'two' },
      ],
    }),
  );
  await lectern(['seed', content], env);
});

describe('lectern types', () => {
  it('diff finds nothing to migrate if nothing changed', async () => {
    expect(await types('diff')).toEqual({ code: 0, stdout: '', stderr: 'no document needs a migration\n' });
  });

  it('diff explains each change, and exits with 1 if documents have to be migrated', async () => {
    await write({ title: { type: 'string' }, views: { type: 'integer' } });
    const { code, stdout, stderr } = await types('diff');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'documents need a migration first: `lectern types migrate`\n',
    });
    expect(stdout).toMatch(
      /^must {2}article\.views was string, and is integer: 2 documents\n {6}\w{24} has "two", which cannot be integer\nmay {3}article\.headline is removed from the content types; its values stay until --drop article\.headline: 2 documents\n$/,
    );
    expect(JSON.parse((await types('diff', '--json')).stdout)).toMatchObject([
      { kind: 'retyped', place: 'article.views', level: 'must', documents: 2, pressing: true, obstacles: { count: 1 } },
      { kind: 'removed', place: 'article.headline', level: 'may', documents: 2, pressing: false },
    ]);
  });

  it('a server does not start while documents have other content types', async () => {
    const { code, stderr } = await lectern(['indexes', 'apply'], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('article.headline is gone, and 2 documents have values in it'),
    ]);
  });

  const rename = ['--rename', 'article.headline=title'];

  it('migrate changes nothing while there is an obstacle', async () => {
    expect(await types('migrate', '--yes', ...rename)).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('"two", which cannot be integer') },
      stderr: 'these obstacles block the migration: nothing was changed\n',
    });
  });

  it('migrate changes nothing in a dry run, or without confirmation', async () => {
    const args = [...rename, '--drop', 'article.views'];
    const dry = await types('migrate', '--dry-run', ...args);
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('is called "title" from now on: 2 documents')]);
    expect(await types('migrate', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was changed'),
    });
    expect((await answering('n', ...args)).code).toBe(1);
    expect((await types('diff')).code).toBe(1);
  });

  it('migrate converts the documents, and prints its progress', async () => {
    const args = [...rename, '--drop', 'article.views'];
    const { code, stderr } = await answering('y', ...args);
    expect(code).toBe(0);
    expect(stderr).toContain('migrating articles: 2 documents changed\n');
    expect(stderr).toMatch(/documents fit these content types\n$/);
    expect(await types('diff')).toMatchObject({ code: 0 });
    // A script may run the same command again.
    expect(await types('migrate', '--yes', ...args)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('--rename article.headline=title: nothing to do'),
    });
  });

  it('migrate --again --dry-run prints what it would do; without --dry-run it does it', async () => {
    const client = await MongoClient.connect(uri);
    try {
      const articles = client.db().collection('articles');
      // A document as a server with the old types writes it.
      await articles.updateOne({ 'published.title': 'a' }, { $rename: { 'published.title': 'published.headline' } });
      const before = await articles.find().toArray();
      expect(await types('diff')).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('(article.headline): when none runs any more, `lectern types migrate --again`'),
      });
      expect(await types('migrate', '--again', '--dry-run')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('article.headline is called "title" from now on: 1 document'),
      });
      expect(await articles.find().toArray()).toEqual(before);
      expect(await types('migrate', '--again')).toMatchObject({ code: 0 });
      expect(await articles.countDocuments({ 'published.title': 'a' })).toBe(1);
      expect((await types('diff')).stderr).toBe('no document needs a migration\n');
    } finally {
      await client.close();
    }
  });

  it('migrate --again changes nothing that diff calls another migration', async () => {
    await write({ title: { type: 'integer' }, views: { type: 'integer' } });
    expect((await types('diff')).code).toBe(1);
    expect(await types('migrate', '--again')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('have changed since the last migration'),
    });
    await write({ title: { type: 'string' }, views: { type: 'integer' } });
  });

  it.each([
    [['--rename', 'article.titel=headline'], 'there is no article.titel; did you mean "article.title"?'],
    [['--drop', 'article.titel'], 'there is no article.titel; did you mean "article.title"?'],
    [['--rename', 'article.title'], 'write it as --rename article.headline=title'],
    [['--fill', 'article.title'], '--fill article.title: it has no default'],
    [['--again', '--drop', 'article.title'], "option '--again' cannot be used with option '--drop <name>'"],
    [['--undo', '--pending'], "option '--undo' cannot be used with option '--pending'"],
  ])('migrate refuses %j, and prints why', async (args, message) => {
    expect(await types('migrate', '--yes', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });

  it('migrate --baseline records the content types as those of the documents', async () => {
    await write({ title: { type: 'string' }, views: { type: 'string' } });
    expect((await types('migrate', '--baseline')).code).toBe(0);
    expect((await types('diff')).code).toBe(0);
  });
});
