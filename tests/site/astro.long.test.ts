// Builds the Astro example from the sample content, opens its pages, and counts what a rebuild transfers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectId, Timestamp, type Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { seed } from '../../cli/seed/index.ts';
import { findChromium } from '../setup/findChromium.ts';
import { freePort } from '../setup/port.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { browserOfGroup, openArticle, screens, threadTexts } from './articlePage.ts';
import { startCountingProxy, type CountingProxy, type Transfer } from './countingProxy.ts';
import { exampleFolder } from './folder.ts';
import { addressesIn, filesIn, pathExists, textOf } from './pages.ts';
import { startProgram, type ProgramResult } from './program.ts';

const site = await exampleFolder('astro');
const executable = findChromium();
if (executable === undefined) console.warn('not looked at in a browser: there is no Chromium here');

const slow = 600_000;
const astro = 'node_modules/astro/astro.js';

const { schema } = await loadSchema('content-types');
/** The types that the site loads. */
const types = ['articles', 'authors', 'topics', 'site'].map((name) => schema.served.get(name) ?? expect.fail());
const names = [...types.map((type) => type.collectionName), 'upload_files'];

/** Copies an article until the site has this many documents in English. */
const fillTo = async (db: Db, total: number): Promise<void> => {
  const articles = db.collection('articles');
  const template = await articles.findOne({ locale: 'en' });
  if (template === null) throw new Error('there is no article');
  const counts = await Promise.all(
    names.map((name) => db.collection(name).countDocuments({ locale: { $in: ['en', null] } })),
  );
  const missing = total - counts.reduce((sum, count) => sum + count, 0);
  const copies = Array.from({ length: missing }, (_, index) => {
    const own = { id: 100_000 + index, slug: `copy-${index}`, title: `Copy ${index}` };
    return {
      ...template,
      _id: new ObjectId(),
      documentId: `copy${String(index).padStart(20, '0')}`,
      draft: { ...template.draft, ...own },
      published: { ...template.published, ...own },
    };
  });
  await articles.insertMany(copies);
};

/** Moves all changes back by ten minutes, because sync repeats those of the last two. */
const ageChanges = async (db: Db): Promise<void> => {
  const changed = new Timestamp({ t: Math.floor(Date.now() / 1000) - 600, i: 1 });
  for (const name of names) await db.collection(name).updateMany({}, { $set: { changed } });
};

/** The columns of the table in examples/astro/README.md that are counted. */
const rowOf = ({ documents, requests, bytes }: Transfer): readonly string[] => [
  documents.toLocaleString('en'),
  requests.toLocaleString('en'),
  bytes > 1_000_000 ? `${(bytes / 1_000_000).toFixed(0)} MB` : `${(bytes / 1_000).toFixed(0)} kB`,
];

const figures = [...readFileSync('examples/astro/README.md', 'utf8').matchAll(/^\| the (?:first|next) +\|(.*)$/gm)].map(
  ([, cells = '']) =>
    cells
      .split('|')
      .map((cell) => cell.trim())
      .slice(0, 3),
);

describe.runIf(site !== undefined)('the Astro example', () => {
  const api = createUploadApi(schema);
  const example = site ?? { folder: '', env: {}, run: () => expect.fail() };
  const { folder, env, run } = example;
  const built = join(folder, 'dist/client');
  let settings: Readonly<Record<string, string>>;
  let ran: ProgramResult;
  let proxy: CountingProxy;

  beforeAll(async () => {
    const content = JSON.parse(readFileSync('sample/content.json', 'utf8')) as unknown;
    await seed(api.service(), content, () => undefined, 'sample/uploads');
    const { accessKey } = await createToken(api.service(), { name: 'site', type: 'read-only' });
    proxy = await startCountingProxy(api.url());
    settings = { LECTERN_URL: proxy.url, LECTERN_TOKEN: accessKey };
    ran = await run('npm', ['run', 'build'], { ...env, ...settings });
  }, slow);
  afterAll(() => {
    proxy.stop();
  });

  it('is built with its types, without requests to other machines', () => {
    expect(ran).toMatchObject({ code: 0, output: expect.stringMatching(/0 errors/) as string });
    expect(ran.output).toContain('8 changes of articles, 8 documents');
  });

  it('shows the articles in two pages, and each with its sections, authors and related articles', () => {
    expect(textOf(built, '/')).toMatch(/Notes in Pencil.*The Generous Margin.*Page 1 \/ 2 Older →/);
    expect(textOf(built, '/2')).toMatch(/What Paper Remembers.*← Newer Page 2 \/ 2/);
    const text = textOf(built, '/articles/the-case-for-thread');
    for (const part of ['Binding April 17, 2025', ...threadTexts]) expect(text).toContain(part);
    expect(text).not.toContain('undefined');
  });

  it('has no broken links', () => {
    const pages = filesIn(built).filter((path) => path.endsWith('.html'));
    expect(pages).toHaveLength(10);
    const addresses = new Set(pages.flatMap((page) => addressesIn(readFileSync(join(built, page), 'utf8'))));
    const own = [...addresses].filter((one) => one.startsWith('/'));
    expect(own.filter((one) => !pathExists(built, one))).toEqual([]);
    const elsewhere = [...addresses].filter((one) => !one.startsWith('/') && !one.startsWith(`${proxy.url}/uploads/`));
    expect(elsewhere).toEqual([]);
  });

  describe.runIf(executable !== undefined)('in a browser', () => {
    const browser = browserOfGroup(executable, slow);
    let stop: () => Promise<void>;
    let url: string;
    beforeAll(async () => {
      const args = [astro, 'preview', '--host', '127.0.0.1', '--port', String(await freePort())];
      ({ url, stop } = await startProgram(example, args, settings));
    }, slow);
    afterAll(() => stop(), slow);

    it.each(screens)(
      'shows an article on %s with its picture',
      async (_, size) => {
        const { requests, errors } = await openArticle(browser(), `${url}/articles/the-generous-margin/`, size);
        expect(requests.filter((one) => !one.startsWith(`${url}/`) && !one.startsWith(`${proxy.url}/`))).toEqual([]);
        expect(errors).toEqual([]);
      },
      slow,
    );
  });

  it(
    'transfers 10,000 documents once; after three changes the next build transfers three',
    async () => {
      const db = await api.service().database.get();
      await fillTo(db, 10_000);
      await ageChanges(db);
      const load = async (): Promise<Transfer & { readonly stored: number }> => {
        proxy.take();
        const { output } = await run(process.execPath, [astro, 'sync'], { ...env, ...settings });
        const [, stored] = /changes of articles, (\d+) documents/.exec(output) ?? expect.fail(output);
        return { ...proxy.take(), stored: Number(stored) };
      };
      proxy.expireCursors();
      const first = await load();
      const { body } = await api.get('/api/articles?filters[slug][$startsWith]=copy-&pagination[limit]=3&fields=title');
      const [deleted, ...changed] = body.data.map((one: { documentId: string }) => one.documentId);
      expect(await api.delete(`/api/articles/${deleted}?locale=*`)).toMatchObject({ status: 204 });
      for (const documentId of changed)
        expect(await api.put(`/api/articles/${documentId}`, { title: 'Changed' })).toMatchObject({ status: 200 });
      const second = await load();
      expect(figures).toEqual([first, second].map(rowOf));
      expect(second.stored).toBe(first.stored - 1);
    },
    slow,
  );
});
