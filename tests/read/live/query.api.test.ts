// The query of `/api/live`: one, by the index of changes of each type.
import { Timestamp } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { administrator, type Caller } from '../../../lib/platform/access/index.ts';
import { standaloneOperations } from '../../../lib/platform/db/index.ts';
import { cursorOf } from '../../../lib/read/execute/databaseQuery.ts';
import { changesQueryFor } from '../../../lib/read/live/liveRows.ts';
import { findLiveSources } from '../../../lib/read/live/liveSources.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';

const api = createApi(library);
const began = 1_700_000_000;
const count = 3000;

beforeAll(async () => {
  await api.createAllIndexes();
  for (const name of ['books', 'shelves'])
    await (
      await api.collection(name)
    ).insertMany(
      Array.from({ length: count }, (_, id) => ({
        ...{ documentId: `d${id}`, locale: null, revision: 1, changed: new Timestamp({ t: began + id, i: 1 }) },
        published: { id, name: `n${id}`, title: `t${id}`, year: id % 2, updatedAt: new Date((began + id) * 1000) },
      })),
    );
});

const sourcesFor = async (caller: Caller) =>
  findLiveSources(caller, { ...api.service(), locales: await api.service().locales.known() });

const reader: Caller = {
  ...{ id: 'r', kind: 'user', view: 'r' },
  allowed: new Map([
    ['api::book.book.find', { filters: { year: 1 } }],
    ['api::shelf.shelf.find', { filters: { books: { year: { $gte: 0 } } } }],
  ]),
};

/** How many keys of indexes and documents the query reads, and the rows it finds. */
const run = async (caller: Caller, tags: readonly string[]) => {
  const query = changesQueryFor(await sourcesFor(caller), tags, began + count - 10);
  if (query === undefined) throw new Error('no query');
  const cursor = cursorOf(await standaloneOperations(api.service().database), query);
  const plan = JSON.stringify(await cursor.explain('executionStats'));
  const sum = (name: string) =>
    [...plan.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].reduce((all, [, number]) => all + Number(number), 0);
  const rows = await cursorOf(await standaloneOperations(api.service().database), query).toArray();
  const indexes = [...new Set([...plan.matchAll(/"indexName":"(\w+)"/g)].map(([, name]) => name))];
  return {
    indexes,
    scans: plan.includes('"COLLSCAN"'),
    keys: sum('totalKeysExamined'),
    documents: sum('totalDocsExamined'),
    rows,
  };
};

describe('the query for changes', () => {
  it.each<readonly [string, Caller, readonly string[], number]>([
    ['of types', administrator, ['api::book.book', 'api::shelf.shelf'], 20],
    ['of documents', administrator, ['d2995', 'd1'], 2],
    ['of a type with a condition', reader, ['api::book.book'], 5],
    ['of documents, where conditions restrict the types', reader, ['d2995', 'd2994'], 1],
  ])('%s reads only the newest documents, by the index of changes', async (_, caller, tags, found) => {
    const { indexes, scans, keys, documents, rows } = await run(caller, tags);
    expect([indexes, scans]).toEqual([['changed__id'], false]);
    expect(rows).toHaveLength(found);
    // Lookups of conditions read what they look up.
    expect(keys).toBeLessThanOrEqual(80);
    expect(documents).toBeLessThanOrEqual(60);
  });

  it('leaves out the types that no tag is about, and is not sent at all without a type', async () => {
    const stages = (tags: readonly string[], caller = administrator) =>
      sourcesFor(caller).then((sources) => changesQueryFor(sources, tags, began)?.stages);
    expect(JSON.stringify(await stages(['api::shelf.shelf']))).not.toContain('$unionWith');
    expect(await stages(['api::absent.absent'])).toBeUndefined();
    expect(await stages(['d1'], { ...reader, allowed: new Map() })).toBeUndefined();
  });
});
