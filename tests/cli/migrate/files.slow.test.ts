// Migration files: each database gets each of them once. And attributes that may have new names.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  findMigrationStatus,
  findUndecidedRemovals,
  migrate,
  noMigrationOptions,
  prepareDatabase,
  readMigrationFiles,
  writeMigrationFile,
  type MigrationFile,
  type MigrationOptions,
} from '../../../cli/migrate/index.ts';
import { silentLog } from '../../setup/api.ts';
import { component, Site, type, type Files } from './site.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-'));
afterAll(() => rm(folder, { recursive: true }));
const site = new Site();
const string = { type: 'string' };
const article = (attributes: object): Files => type('article', attributes);
const [before, after] = [article({ title: string }), article({ headline: string })];
const file = (name: string, options: Partial<MigrationOptions>): MigrationFile => ({
  name,
  options: { ...noMigrationOptions, ...options },
});
const rename = file('1-rename.json', { rename: ['article.title=headline'] });

const statusOf = async (files: Files, waiting: readonly MigrationFile[] = []) => {
  const status = await findMigrationStatus(site.of(files).service(), { files: waiting });
  return status.is === 'known' ? status : expect.fail(status.is);
};
const apply = async (files: Files, waiting: readonly MigrationFile[]): Promise<void> =>
  migrate(site.of(files).service(), await statusOf(files, waiting), silentLog);
const undecided = async (files: Files) => findUndecidedRemovals(site.of(files).service(), await statusOf(files));

describe('a migration file', () => {
  it('prevents a start until it is applied, and is applied once', async () => {
    const api = await site.begin(before);
    await api.post('/api/articles', { title: 'Spring' });
    const prepare = (): Promise<void> => prepareDatabase(site.of(after).service(), { files: [rename] });
    await expect(prepare()).rejects.toThrow('does not have these migrations yet: 1-rename.json. Run `lectern upgrade');
    await apply(after, [rename]);
    await prepare();
    expect((await site.of(after).get('/api/articles')).body.data).toMatchObject([{ headline: 'Spring' }]);
    expect((await statusOf(after, [rename])).files).toEqual([]);
    // A new attribute with the old name is not renamed again.
    await prepareDatabase(site.of(article({ headline: string, title: string })).service(), { files: [rename] });
  });

  // A repetition could not tell which values older servers wrote.
  it.each([
    ['swap two names', 'title', '"title" still exists'],
    ['give an attribute the name of another', 'headline', '"note" still exists'],
  ])('refuses to %s, instead of leaving the values where they are', async (_, other, message) => {
    const api = await site.begin(article({ title: string, note: string }));
    await api.post('/api/articles', { title: 'Spring', note: 'draft' });
    const renames = ['article.title=note', `article.note=${other}`];
    const next = article({ note: string, [other]: string });
    await expect(statusOf(next, [file('1.json', { rename: renames })])).rejects.toThrow(message);
  });

  it('waits for no server of a database that never had the old name', async () => {
    await site.begin(after);
    await prepareDatabase(site.of(after).service(), { files: [rename] });
    expect((await statusOf(after, [rename])).files).toEqual([]);
  });

  it('is refused if a name in it is mistyped, unless the database had that name', async () => {
    const api = await site.begin(before);
    await api.post('/api/articles', { title: 'Spring' });
    const mistyped = file('2-rename.json', { rename: ['article.titel=headline'] });
    await expect(statusOf(after, [mistyped])).rejects.toThrow(
      'migrations/2-rename.json: rename article.titel=headline: there is no article.titel; did you mean "article.title"?',
    );
    await apply(after, [rename]);
    const again = file('3-rename.json', { rename: ['article.title=headline'] });
    expect((await statusOf(article({ titles: string }), [again])).plan.changes).toMatchObject([{ kind: 'removed' }]);
  });

  it('is written with a name that says when and what, and read again', async () => {
    const written = await writeMigrationFile(rename.options, new Date('2026-11-23T21:26:01.123Z'), folder);
    expect(written.name).toBe('20261123-212601-article-title-headline.json');
    expect(JSON.parse(await readFile(join(folder, written.name), 'utf8'))).toEqual({ rename: rename.options.rename });
    expect(await readMigrationFiles(folder)).toEqual([written]);
    await writeFile(join(folder, 'faulty.json'), '{"rename": "a=b", "dorp": []}');
    await expect(readMigrationFiles(folder)).rejects.toThrow(/faulty\.json {2}dorp: .*did you mean "drop"/);
    await expect(readMigrationFiles(folder)).rejects.toThrow('rename: write a list of texts');
    expect(await readMigrationFiles(join(folder, 'missing'))).toEqual([]);
  });
});

describe('an attribute that disappears while another appears', () => {
  it('can still be renamed when the new schema is recorded and one document has the new name', async () => {
    const api = await site.begin(before);
    await api.post('/api/articles', { title: 'Spring' });
    await prepareDatabase(site.of(after).service());
    await site.of(after).post('/api/articles', { headline: 'Autumn' });
    await site.migrate(after, { rename: ['article.title=headline'] });
    expect((await site.of(after).get('/api/articles?sort=headline')).body.data).toMatchObject([
      { headline: 'Autumn' },
      { headline: 'Spring' },
    ]);
  });

  it('keeps its new value where a document has both and the old one is dropped', async () => {
    const api = await site.begin(article({ title: string, headline: string }));
    await api.post('/api/articles', { title: 'old', headline: 'new' });
    const options = { rename: ['article.title=headline'] };
    await expect(site.migrate(after, options)).rejects.toThrow('has "new" as "headline" already, and "old" as "title"');
    await site.migrate(after, { ...options, drop: ['article.title'] });
    expect((await site.of(after).get('/api/articles')).body.data).toMatchObject([{ headline: 'new' }]);
  });

  it('is undecided while documents have its values, also after the schema is recorded', async () => {
    const api = await site.begin(before);
    await api.post('/api/articles', { title: 'Spring' });
    const removal = { place: 'article.title', name: 'title', documents: 1, newNames: ['headline'] };
    const types = [{ uid: 'api::article.article', name: 'article' }];
    expect(await undecided(after)).toEqual([{ ...removal, types }]);
    await prepareDatabase(site.of(after).service(), { removals: 'undecided' });
    expect(await undecided(after)).toHaveLength(1);
    // An editor saves the file between the two edits.
    await prepareDatabase(site.of(article({})).service());
    expect(await undecided(after)).toHaveLength(1);
    // The developer keeps the values.
    await prepareDatabase(site.of(after).service(), { removals: 'kept' });
    expect(await undecided(article({ headline: string, other: string }))).toEqual([]);
  });

  it.each<[string, (next: Files) => Promise<unknown>]>([
    ['an option', (next) => site.migrate(next, { rename: ['article.title=headline'] })],
    ['a migration file', (next) => apply(next, [rename])],
  ])('stays undecided when %s renames another one', async (_, renameTitle) => {
    const api = await site.begin(article({ title: string, note: string }));
    await api.post('/api/articles', { title: 'Spring', note: 'draft' });
    const next = article({ headline: string, remark: string });
    await renameTitle(next);
    expect(await undecided(next)).toMatchObject([{ place: 'article.note', newNames: ['remark'] }]);
    await site.migrate(next, { rename: ['article.note=remark'] });
    expect(await undecided(next)).toEqual([]);
    expect((await site.of(next).get('/api/articles')).body.data).toMatchObject([
      { headline: 'Spring', remark: 'draft' },
    ]);
  });

  it('is decided if the new one cannot have its values, or no document has one', async () => {
    const api = await site.begin(before);
    expect(await undecided(after)).toEqual([]);
    await api.post('/api/articles', { title: 'Spring' });
    expect(await undecided(article({ views: { type: 'integer' } }))).toEqual([]);
    expect(await undecided(article({}))).toEqual([]);
  });

  it('concerns all types that contain its component', async () => {
    const seo = { seo: { type: 'component', component: 'shared.seo', repeatable: true } };
    const files = (attributes: object): Files => ({
      ...article(seo),
      ...type('page', seo),
      ...component('shared.seo', attributes),
    });
    const api = await site.begin(files({ body: string }));
    await api.post('/api/articles', { seo: [{ body: 'x' }] });
    const [removal] = await undecided(files({ text: string }));
    expect([removal?.place, removal?.types.map(({ name }) => name)]).toEqual(['shared.seo.body', ['article', 'page']]);
  });
});
