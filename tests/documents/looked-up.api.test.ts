// Checks that the queries of writes use indexes, so that their cost does not grow with the number of documents.
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../setup/api.ts';
import { library } from './library.ts';
import { localized, pagesWith } from './pages.ts';

const api = apiOf(library);

const localizedApi = apiOf(
  pagesWith({
    title: { type: 'string', ...localized },
    next: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' },
  }),
);

interface Asked {
  readonly ns: string;
  readonly planSummary: string;
  readonly docsExamined: number;
}

/** Records the queries on the collections of content types during a call. */
const askedBy = async (of: typeof api, work: () => Promise<unknown>): Promise<readonly Asked[]> => {
  const db = await of.service().database.get();
  await db.setProfilingLevel('off');
  await db.collection('system.profile').drop();
  await db.setProfilingLevel('all');
  await work();
  await db.setProfilingLevel('off');
  const asked = {
    op: { $in: ['query', 'update', 'command'] },
    ns: { $not: /lectern_|system\./ },
    planSummary: { $ne: null },
  };
  return db
    .collection('system.profile')
    .find(asked)
    .project<Asked>({ ns: 1, planSummary: 1, docsExamined: 1 })
    .toArray();
};

const make = async (of: typeof api, path: string, data: object): Promise<{ documentId: string; id: number }> =>
  (await of.post(path, data)).body.data;

describe('a deletion', () => {
  it('finds documents that link to the deleted one, in components and zones too', async () => {
    const [gone, other] = [await make(api, '/api/authors', { name: 'gone' }), await make(api, '/api/authors', {})];
    const quoting = (author: { documentId: string }) => ({ text: 'q', from: author.documentId });
    for (const author of [gone, ...Array.from({ length: 20 }, () => other)])
      await make(api, '/api/books', {
        title: 'b',
        quotes: [quoting(author)],
        page: { quotes: [quoting(author)] },
        body: [{ __component: 'part.page', quote: quoting(author) }],
      });
    const asked = await askedBy(api, () => api.delete(`/api/authors/${gone.documentId}`));
    expect(asked.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([]);
    expect(Math.max(...asked.map(({ docsExamined }) => docsExamined))).toBe(1);
  });
});

describe('an integer id', () => {
  beforeAll(() => localizedApi.request('POST', '/api/i18n/locales', { body: { code: 'fr' } }));

  it('is looked up by an index in documents of all locales', async () => {
    const page = await make(localizedApi, '/api/pages', { title: 'en' });
    for (let n = 0; n < 20; n++) await make(localizedApi, '/api/pages', { title: 'other' });
    const { id } = (await localizedApi.put(`/api/pages/${page.documentId}?locale=fr`, { title: 'fr' })).body.data;
    let status = 0;
    const asked = await askedBy(localizedApi, async () => {
      ({ status } = await localizedApi.post('/api/pages', { title: 'linking', next: [id] }));
    });
    expect(status).toBe(201);
    expect(asked.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([]);
    expect(Math.max(...asked.map(({ docsExamined }) => docsExamined))).toBe(1);
  });
});
