// How a database records the content types of its documents, and what a starting server does with the record.
import { describe, expect, it } from 'vitest';
import {
  currentFormat,
  findMigrationStatus,
  prepareDatabase,
  recordFormat,
  recordSchema,
} from '../../../cli/migrate/index.ts';
import { Site, type, type Files } from './site.ts';

const site = new Site();
const string = { type: 'string' };
const files = (attributes: object): Files => type('article', attributes);
const prepare = (of: Files): Promise<void> => prepareDatabase(site.of(of).service());
const statusOf = async (of: Files) => (await findMigrationStatus(site.of(of).service())).is;

describe('a database', () => {
  it('records its content types from the start', async () => {
    await (await site.db()).dropDatabase();
    expect(await statusOf(files({ a: string }))).toBe('empty');
    await prepare(files({ a: string }));
    expect(await statusOf(files({ a: string }))).toBe('known');
  });

  it('from an older version has no record until a baseline is made', async () => {
    const api = await site.begin(files({ a: string }));
    await api.post('/api/articles', { a: 'x' });
    await (await site.db()).collection('lectern_schema').drop();
    await recordFormat(await site.db(), currentFormat - 1);
    expect(await statusOf(files({ a: string }))).toBe('unknown');
    // A server starts on it as before.
    await prepare(files({ a: string }));
    expect(await statusOf(files({ a: string }))).toBe('unknown');
    await recordSchema(api.service());
    expect(await statusOf(files({ a: string }))).toBe('known');
  });

  it('records changes that need no migration', async () => {
    const api = await site.begin(files({ a: string }));
    await api.post('/api/articles', { a: 'x' });
    const more = files({ a: string, n: { type: 'integer' } });
    await prepare(more);
    await site.of(more).post('/api/articles', { n: 7 });
    // The record keeps that there are integers.
    expect(await site.findings(files({ a: string, n: string }))).toMatchObject([{ place: 'article.n', documents: 1 }]);
    // An old server starts again; the record still keeps the integers.
    await prepare(files({ a: string }));
    expect(await site.findings(files({ a: string, n: string }))).toMatchObject([{ place: 'article.n', documents: 1 }]);
  });

  it('is not served with content types that do not fit its documents', async () => {
    const api = await site.begin(files({ a: string }));
    // Without documents, nothing prevents the change.
    await prepare(files({ a: { type: 'integer' } }));
    await prepare(files({ a: string }));
    await api.post('/api/articles', { a: '5' });
    await expect(prepare(files({ a: { type: 'integer' } }))).rejects.toThrow(
      'Documents do not fit the content types and need a migration first (`lectern types diff`):\n' +
        '  article.a was string, and is integer: 1 document',
    );
    await site.migrate(files({ a: { type: 'integer' } }));
    await prepare(files({ a: { type: 'integer' } }));
    await expect(prepare(files({ a: string }))).rejects.toThrow('was integer, and is string');
  });

  it('gets the new indexes in a migration, and loses old unique ones', async () => {
    const api = await site.begin(files({ a: { ...string, unique: true } }));
    await api.post('/api/articles', { a: 'x' });
    const after = await site.migrate(files({ b: { ...string, unique: true } }), { rename: ['article.a=b'] });
    const indexes = await (await site.db()).collection('articles').indexes();
    const unique = indexes.filter((index) => index.unique === true).map(({ name }) => name);
    expect(unique.toSorted()).toEqual(['documentId_locale', 'draft.b', 'published.b']);
    expect((await after.post('/api/articles', { b: 'x' })).status).toBe(400);
  });
});
