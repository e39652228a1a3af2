// What a database says its documents are of, and what servers that start on it do.
import { describe, expect, it } from 'vitest';
import { noteSchema, prepareDatabase, standingOf } from '../../lib/tools/migrate/index.ts';
import { Site, type, type Files } from './site.ts';

const site = new Site();
const string = { type: 'string' };
const files = (attributes: object): Files => type('article', attributes);
const prepare = (of: Files): Promise<void> => prepareDatabase(site.of(of).service());
const standing = async (of: Files) => (await standingOf(site.of(of).service())).is;

describe('a database', () => {
  it('says what its documents are of from the start', async () => {
    await (await site.db()).dropDatabase();
    expect(await standing(files({ a: string }))).toBe('empty');
    await prepare(files({ a: string }));
    expect(await standing(files({ a: string }))).toBe('known');
  });

  it('of before does not, until somebody says so', async () => {
    const api = await site.begin(files({ a: string }));
    await api.post('/api/articles', { a: 'x' });
    await (await site.db()).collection('lectern_schema').drop();
    expect(await standing(files({ a: string }))).toBe('unknown');
    // It is served as it was.
    await prepare(files({ a: string }));
    expect(await standing(files({ a: string }))).toBe('unknown');
    await noteSchema(api.service());
    expect(await standing(files({ a: string }))).toBe('known');
  });

  it('follows what changes nothing for documents', async () => {
    const api = await site.begin(files({ a: string }));
    await api.post('/api/articles', { a: 'x' });
    const more = files({ a: string, n: { type: 'integer' } });
    await prepare(more);
    await site.of(more).post('/api/articles', { n: 7 });
    // It is known that there are integers, whoever began with something else.
    expect(await site.findings(files({ a: string, n: string }))).toMatchObject([{ place: 'article.n', documents: 1 }]);
    // A server of before starts again, and forgets nothing of it.
    await prepare(files({ a: string }));
    expect(await site.findings(files({ a: string, n: string }))).toMatchObject([{ place: 'article.n', documents: 1 }]);
  });

  it('is not served with types that its documents are not of', async () => {
    const api = await site.begin(files({ a: string }));
    // Where there are none, nothing is in the way.
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

  it('has the indexes of what is new when it is migrated, and none that refuse it', async () => {
    const api = await site.begin(files({ a: { ...string, unique: true } }));
    await api.post('/api/articles', { a: 'x' });
    const after = await site.migrate(files({ b: { ...string, unique: true } }), { rename: ['article.a=b'] });
    const indexes = await (await site.db()).collection('articles').indexes();
    const unique = indexes.filter((index) => index.unique === true).map(({ name }) => name);
    expect(unique.toSorted()).toEqual(['documentId_locale', 'draft.b', 'published.b']);
    expect((await after.post('/api/articles', { b: 'x' })).status).toBe(400);
  });
});
