// Which of the matches of an index exist for a caller: totals, order and pages.
import { beforeAll, describe, expect, test } from 'vitest';
import { administrator, type Caller, type Condition } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { Timings } from '../../../lib/platform/timings.ts';
import { readQuery } from '../../../lib/read/query/index.ts';
import { visibleMatches } from '../../../lib/search/requests/visibleMatches.ts';
import type { Partition } from '../../../lib/search/types.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { createApi, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { matchesOf } from '../matches.ts';

const schema = schemaOf({
  'article.json': typeFile('article', { title: { type: 'string' }, topic: { type: 'string' } }, withDrafts),
  'note.json': typeFile('note', { title: { type: 'string' } }),
});
const api = createApi(schema);
const partitionOf = (name: string): Partition => ({
  ...{ type: typeOf(schema, `api::${name}.${name}`), status: 'published', locale: null },
});
const [ofArticles, ofNotes] = [partitionOf('article'), partitionOf('note')];
const partitions = [ofArticles, ofNotes];
const context = { schema, config: defaultConfig, locales: { defaultLocale: 'en', codes: new Set(['en']) } };

let articles: readonly string[];
let notes: readonly string[];

beforeAll(async () => {
  articles = await Promise.all(['a', 'b', 'a', 'b'].map((topic) => api.create('/api/articles', { topic })));
  notes = [await api.create('/api/notes', { title: 'n' })];
  await api.request('POST', `/api/articles/${articles[3]}/actions/unpublish`);
});

const callerWith = (find: Condition): Caller => ({
  ...{ id: 'one', kind: 'public', view: 'one' },
  allowed: new Map([
    ['api::article.article.find', find],
    ['api::note.note.find', {}],
  ]),
});

/** The numbers of the documents that the caller may see, and the totals. */
const visible = async (query: string, caller: Caller) => {
  const queries = partitions.map(({ type }) => readQuery(type === ofArticles.type ? query : '', type, caller, context));
  const ids = [...articles, ...notes, 'gone'];
  const hits = ids.map((documentId, index) => ({
    partition: notes.includes(documentId) ? ofNotes : ofArticles,
    ...{ documentId, score: 10 - index },
  }));
  const matches = await visibleMatches(api.service(), queries, matchesOf(partitions, hits), new Timings());
  const page = await matches.page(0, 10);
  return { totals: matches.totals, documents: page.map(({ documentId }) => ids.indexOf(documentId)) };
};

describe('visible matches', () => {
  test('are those of the index if the caller may find every document', async () => {
    expect(await visible('', administrator)).toEqual({ totals: [5, 1], documents: [0, 1, 2, 3, 4, 5] });
  });

  test('match the filters', async () => {
    expect(await visible('filters[topic]=a', administrator)).toEqual({ totals: [2, 1], documents: [0, 2, 4] });
  });

  test('match the condition of the permission, and are published', async () => {
    const caller = callerWith({ filters: { topic: 'b' } });
    expect(await visible('', caller)).toEqual({ totals: [1, 1], documents: [1, 4] });
    expect(await visible('filters[topic]=a', caller)).toEqual({ totals: [0, 1], documents: [4] });
  });

  test('end at the cost of a list', async () => {
    const timings = new Timings();
    timings.reader = { key: 'one', isPublic: true, maxBytes: Infinity, maxCost: 0.000_001 };
    const query = readQuery('filters[title][$containsi]=x', ofArticles.type, administrator, context);
    const matches = matchesOf([ofArticles], []);
    await expect(visibleMatches(api.service(), [query], matches, timings)).rejects.toMatchObject({
      ...{ status: 400, details: { conditions: [{ path: 'filters[title][$containsi]', times: 1 }] } },
    });
  });
});
