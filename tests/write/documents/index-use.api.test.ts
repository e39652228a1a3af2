// Checks that the queries of writes use indexes, so that their cost does not grow with the number of documents.
import { beforeAll, describe, expect, it } from 'vitest';
import { sweepLinks } from '../../../lib/write/documents/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from './library.ts';
import { localized, pagesWith } from './pages.ts';
import { backdateDeletions } from './sweepLater.ts';

const api = createApi(library);

const localizedApi = createApi(
  pagesWith({
    title: { type: 'string', ...localized },
    next: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' },
  }),
);

beforeAll(() => Promise.all([api.createAllIndexes(), localizedApi.createAllIndexes()]));

interface ProfiledQuery {
  readonly ns: string;
  readonly planSummary: string;
  readonly docsExamined: number;
}

/** Records the queries on the collections of content types during a call. */
const profileQueries = async (of: typeof api, call: () => Promise<unknown>): Promise<readonly ProfiledQuery[]> => {
  const db = await of.service().database.get();
  await db.setProfilingLevel('off');
  await db.collection('system.profile').drop();
  await db.setProfilingLevel('all');
  await call();
  await db.setProfilingLevel('off');
  const queries = {
    op: { $in: ['query', 'update', 'command'] },
    ns: { $not: /lectern_|system\./ },
    planSummary: { $ne: null },
  };
  return db
    .collection('system.profile')
    .find(queries)
    .project<ProfiledQuery>({ ns: 1, planSummary: 1, docsExamined: 1 })
    .toArray();
};

const create = async (of: typeof api, path: string, data: object): Promise<{ documentId: string; id: number }> =>
  (await of.post(path, data)).body.data;

it('a deletion finds documents that link to the deleted one, in components and zones too', async () => {
  const [deleted, other] = [await create(api, '/api/authors', { name: 'gone' }), await create(api, '/api/authors', {})];
  const quoteFrom = (author: { documentId: string }) => ({ text: 'q', from: author.documentId });
  for (const author of [deleted, ...Array.from({ length: 20 }, () => other)])
    await create(api, '/api/books', {
      title: 'b',
      quotes: [quoteFrom(author)],
      page: { quotes: [quoteFrom(author)] },
      body: [{ __component: 'part.page', quote: quoteFrom(author) }],
    });
  const queries = await profileQueries(api, () => api.delete(`/api/authors/${deleted.documentId}`));
  expect(queries.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([]);
  expect(Math.max(...queries.map(({ docsExamined }) => docsExamined))).toBe(1);
});

describe('a create', () => {
  it('finds its targets of all types with one indexed command, and inserts with another', async () => {
    const [author, shelf] = [await create(api, '/api/authors', {}), await create(api, '/api/shelves', { name: 's' })];
    for (let n = 0; n < 20; n++) await create(api, '/api/authors', {});
    const links = { authors: [author.documentId], editor: author.documentId, shelf: shelf.documentId };
    let status = 0;
    const queries = await profileQueries(api, async () => {
      ({ status } = await api.post('/api/books', { title: 'linking', ...links }));
    });
    const inserts = await (await api.collection('system.profile')).countDocuments({ op: 'insert', ns: /books$/ });
    expect([status, queries.length, inserts]).toEqual([201, 1, 1]);
    expect(queries[0]).toMatchObject({
      docsExamined: 2,
      planSummary: expect.not.stringContaining('COLLSCAN') as string,
    });
  });

  it('names the targets that do not exist', async () => {
    const [author, shelf] = [await create(api, '/api/authors', {}), await create(api, '/api/shelves', { name: 's' })];
    // Each id exists, but in the other type.
    const links = { editor: shelf.documentId, shelf: author.documentId };
    const { status, body } = await api.post('/api/books', { title: 'linking', ...links });
    expect([status, body.error.details.errors.map(({ path }: { path: string[] }) => path)]).toEqual([
      400,
      [['editor'], ['shelf']],
    ]);
  });
});

const marked = { unswept: { $exists: true } };

it('a sweep of links takes one query for many deletions and each type that may link to them', async () => {
  const authors = await Promise.all(Array.from({ length: 30 }, () => create(api, '/api/authors', {})));
  for (const { documentId } of authors) await api.delete(`/api/authors/${documentId}`);
  await backdateDeletions(api.service());
  const queries = await profileQueries(api, async () => {
    expect(await sweepLinks(api.service())).toBe(0);
  });
  expect(queries.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([]);
  // Authors have no locale, so all of their tombstones have one mark.
  expect(queries.filter(({ ns }) => ns.endsWith('.books')).length).toBeLessThanOrEqual(4);
  expect(await (await api.collection('authors')).countDocuments(marked)).toBe(0);
});

describe('an integer id', () => {
  beforeAll(() => localizedApi.request('POST', '/api/i18n/locales', { body: { code: 'fr' } }));

  it('is looked up by an index in documents of all locales', async () => {
    const page = await create(localizedApi, '/api/pages', { title: 'en' });
    for (let n = 0; n < 20; n++) await create(localizedApi, '/api/pages', { title: 'other' });
    const { id } = (await localizedApi.put(`/api/pages/${page.documentId}?locale=fr`, { title: 'fr' })).body.data;
    let status = 0;
    const queries = await profileQueries(localizedApi, async () => {
      ({ status } = await localizedApi.post('/api/pages', { title: 'linking', next: [id] }));
    });
    expect(status).toBe(201);
    expect(queries.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([]);
    expect(Math.max(...queries.map(({ docsExamined }) => docsExamined))).toBe(1);
  });
});
