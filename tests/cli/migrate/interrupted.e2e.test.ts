// Migrations that run beside writers or are killed: no document is lost or converted partly.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Sequences } from '../../../lib/platform/db/index.ts';
import { scanForRepetition, repeatMigration, prepareDatabase } from '../../../cli/migrate/index.ts';
import { builtLectern } from '../run.ts';
import { silentLog } from '../../setup/api.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { idOf, Site, textsOf, type, type Files } from './site.ts';

const site = new Site();
const root = await mkdtemp(join(tmpdir(), 'lectern-'));
afterAll(() => rm(root, { recursive: true }));

const before: Files = type('article', {
  headline: { type: 'string' },
  views: { type: 'string' },
  n: { type: 'integer' },
});
const after: Files = type('article', { title: { type: 'string' }, views: { type: 'integer' }, n: { type: 'integer' } });
const rename = ['article.headline=title'];

const insert = async (count: number): Promise<void> => {
  const times = { createdAt: new Date(), updatedAt: new Date() };
  await (await site.db()).collection('articles').insertMany(
    Array.from({ length: count }, (_, index) => {
      const values = { headline: `h${index}`, views: String(index), n: 0, ...times };
      return {
        ...{ documentId: `d${String(index).padStart(23, '0')}`, locale: null, revision: 1 },
        draft: { id: 2 * index + 1_000_000, ...values },
        published: { id: 2 * index + 1_000_001, ...values, publishedAt: new Date() },
      };
    }),
  );
};

/** How often the migration is killed. */
const kills = 2;

describe.runIf(isLong)('a killed migration', () => {
  it('continues from where it stopped', async () => {
    const folder = join(root, 'content-types');
    for (const [path, text] of Object.entries(textsOf(after))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await site.begin(before);
    const count = 5_000 * kills;
    await insert(count);
    /**
     * Runs a migration and kills it once its output matches `killAt`.
     *
     * @returns its exit code and its output
     */
    const run = async (args: readonly string[], killAt: RegExp): Promise<readonly [number | null, string]> => {
      const child = spawn(process.execPath, [...builtLectern, 'types', 'migrate', '--yes', ...args], {
        env: { ...process.env, ...secretsEnvironment, MONGODB_URI: site.uri, CONTENT_TYPES: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let output = '';
      child.stderr.on('data', (chunk) => {
        output += String(chunk);
        if (killAt.test(output)) child.kill('SIGKILL');
      });
      const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
      return [code, output];
    };
    const articles = (await site.db()).collection('articles');
    const left = () => articles.countDocuments({ 'published.headline': { $exists: true } });

    const [first] = await run(['--rename', 'article.headline=title'], /migrating articles: \d{3,} documents/);
    expect(first).toBeNull();
    const remaining = await left();
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThan(count);
    // No server starts on documents that are migrated partly.
    await expect(prepareDatabase(site.of(after).service())).rejects.toThrow(
      'A migration of the documents is not finished',
    );
    await expect(prepareDatabase(site.of(before).service())).rejects.toThrow(
      'A migration of the documents is not finished',
    );

    for (let kill = 1; kill < kills; kill++) {
      const [code] = await run([], /migrating articles: [1-9]\d{3} documents/);
      expect(code).toBeNull();
      expect(await left()).toBeLessThan(remaining);
    }
    const [last, output] = await run([], /never/);
    expect([last, output]).toEqual([0, expect.stringContaining('documents fit these content types')]);

    expect(await left()).toBe(0);
    // The migration wrote each document once, despite the interruptions.
    expect(await articles.countDocuments({ revision: 2 })).toBe(count);
    expect(await articles.findOne({ 'published.title': 'h777' })).toMatchObject({
      draft: { title: 'h777', views: 777 },
      published: { title: 'h777', views: 777 },
    });
    await prepareDatabase(site.of(after).service());
  });
});

describe('a migration beside writers', () => {
  it('converts what an old server wrote since the migration, when it runs again', async () => {
    const old = await site.begin(before);
    const id = idOf(await old.post('/api/articles', { headline: 'first', views: '1', n: 0 }));
    const api = await site.migrate(after, { rename });
    expect((await old.put(`/api/articles/${id}`, { headline: 'last', views: '2', n: 0 })).status).toBe(200);
    await repeatMigration(api.service(), silentLog);
    for (const status of ['draft', 'published'])
      expect((await api.get(`/api/articles/${id}?status=${status}`)).body.data).toMatchObject({
        title: 'last',
        views: 2,
      });
  });

  it.runIf(isLong)('converts everything that old servers wrote, when it runs again', async () => {
    const old = await site.begin(before);
    await insert(400);
    const ids: string[] = [];
    for (let index = 0; index < 20; index++)
      ids.push(idOf(await old.post('/api/articles', { headline: 'new', views: '7', n: 0 })));
    const lastWritten = new Map<string, number>();
    let stop = false;
    const writer = async (own: readonly string[]): Promise<void> => {
      for (let n = 1; !stop; n++)
        for (const id of own) {
          const { status } = await old.put(`/api/articles/${id}`, { headline: `w${n}`, views: String(n), n });
          expect(status).toBe(200);
          lastWritten.set(id, n);
        }
    };
    const writers = [0, 1, 2, 3].map((which) => writer(ids.filter((_, index) => index % 4 === which)));
    const api = await site.migrate(after, { rename });
    stop = true;
    await Promise.all(writers);
    await repeatMigration(api.service(), silentLog);
    for (const [id, n] of lastWritten)
      for (const status of ['draft', 'published'])
        expect((await api.get(`/api/articles/${id}?status=${status}`)).body.data).toMatchObject({
          title: `w${n}`,
          views: n,
          n,
        });
    expect(await (await site.db()).collection('articles').countDocuments({ 'draft.headline': { $exists: true } })).toBe(
      0,
    );
  });

  it('reports a document from an old server that does not convert', async () => {
    const n = (kind: string): Files => type('article', { n: { type: kind } });
    const old = await site.begin(n('string'));
    const api = await site.migrate(n('integer'));
    const id = idOf(await old.post('/api/articles', { n: 'many' }));
    const [finding] = await scanForRepetition(api.service());
    expect(finding?.obstacles.first).toEqual([`${id} has "many", which cannot be integer`]);
  });

  it('reads a document again if it changed after it was read', async () => {
    const draftsOf = (draftAndPublish: boolean): Files =>
      type('article', { title: { type: 'string' } }, { options: { draftAndPublish } });
    const old = await site.begin(draftsOf(false));
    const id = idOf(await old.post('/api/articles', { title: 'early' }));
    // eslint-disable-next-line @typescript-eslint/unbound-method -- call() passes `this`
    const next = Sequences.prototype.next;
    // The id of the new draft is drawn between reading and writing the document.
    vi.spyOn(Sequences.prototype, 'next').mockImplementationOnce(async function (this: Sequences, name) {
      await old.put(`/api/articles/${id}`, { title: 'late' });
      return next.call(this, name);
    });
    const api = await site.migrate(draftsOf(true));
    for (const status of ['draft', 'published'])
      expect((await api.get(`/api/articles/${id}?status=${status}`)).body.data.title).toBe('late');
  });
});
