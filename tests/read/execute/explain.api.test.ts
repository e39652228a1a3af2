// The cost of a plan's queries: indexes serve them.
import { beforeAll, describe, expect, test } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { readQuery, readEventPayloadQuery, type Query } from '../../../lib/read/query/index.ts';
import { explain, planOf, type ExplainedQuery } from '../../../lib/read/execute/index.ts';
import { typeOf, type ContentType } from '../../../lib/schema/index.ts';
import { read, schema } from '../query/read.ts';
import { createApi } from '../../setup/api.ts';
import { seedMuseum } from '../../setup/museum/seed.ts';
import { loadNetwork, seedNetwork } from '../../setup/network.ts';

const relations = await loadNetwork();

const api = createApi(schema);
beforeAll(async () => {
  await api.createAllIndexes();
  await seedMuseum(api);
});

const steps = async (query: string, type?: string): Promise<readonly ExplainedQuery[]> =>
  (await explain(await api.service().database.get(), planOf(read(query, undefined, type), schema))).steps;

const costs = ({ question, indexes, scans, keysExamined, documentsExamined, rows }: ExplainedQuery) => ({
  about: question.about,
  indexes,
  scans,
  examined: [keysExamined, documentsExamined, rows],
});

test('a page uses the index of its sort, and a count that of the versions', async () => {
  expect((await steps('sort=slug&pagination[pageSize]=3')).map(costs)).toEqual([
    { about: 'the rows', indexes: ['published.slug__id_published.id'], scans: false, examined: [3, 3, 3] },
    { about: 'the count', indexes: ['published.id'], scans: false, examined: [8, 0, 7] },
  ]);
});

test('a page of drafts by their status reads only its rows', async () => {
  const indexes = {
    asc: 'draftStatus_draft.updatedAt__id_draft.id',
    desc: '-draftStatus_-draft.updatedAt__id_draft.id',
  };
  for (const [direction, index] of Object.entries(indexes))
    expect((await steps(`view=edit&sort=$status:${direction}&pagination[pageSize]=3`)).map(costs)[0]).toEqual({
      about: 'the rows',
      indexes: [index],
      scans: false,
      examined: [3, 3, 3],
    });
});

test.each([
  ['createdAt', '-published.createdAt__id_published.id'],
  ['updatedAt', '-published.updatedAt__id_published.id'],
  ['slug', '-published.slug__id_published.id'],
])('a page in descending order reads only its rows: %s', async (name, index) => {
  const page = `sort=${name}:desc&pagination[pageSize]=3`;
  const { body } = await api.get(`/api/exhibits?${page}&pagination[cursor]=`);
  const { nextCursor } = body.meta.pagination;
  for (const query of [page, `${page}&pagination[cursor]=`, `${page}&pagination[cursor]=${nextCursor}`]) {
    const [rows] = await steps(query);
    expect(rows).toMatchObject({ indexes: [index], scans: false });
    // With a cursor, MongoDB reads one row more, which shows whether there is a next page, and the first of each branch.
    expect(rows?.documentsExamined).toBeLessThanOrEqual(5);
  }
});

test('skipped rows are not read', async () => {
  const [rows] = await steps('pagination[start]=4&pagination[limit]=2');
  expect(rows && costs(rows).examined).toEqual([6, 2, 2]);
});

test('the index of a lookup is listed too', async () => {
  const [rows] = await steps('populate=room&filters[slug]=blue-vase&pagination[limit]=5');
  expect(rows?.indexes).toEqual(expect.arrayContaining(['documentId_locale']));
});

test('a query without its index is a scan', async () => {
  await (await api.collection('exhibits')).dropIndexes();
  expect((await steps('sort=slug')).map(({ scans }) => scans)).toEqual([true, true]);
});

test('a count without its index is a scan too', async () => {
  const [, count] = await steps('filters[slug][$contains]=a');
  expect([count?.scans, count?.question.hint]).toEqual([true, undefined]);
});

describe('with every kind of relation, and components that contain themselves', () => {
  const everything = createApi(relations);
  const context = {
    schema: relations,
    config: defaultConfig,
    locales: { defaultLocale: 'en', codes: new Set(['en']) },
  };
  beforeAll(async () => {
    await everything.createAllIndexes();
    await seedNetwork(everything);
  });

  const queries: readonly (readonly [string, string, (type: ContentType) => Query])[] = [
    ...[
      ['person', 'populate=*'],
      ['person', 'populate[body][populate]=*&populate[box][populate][boxes][populate][boxes][populate]=*'],
      ['remark', 'populate[subjects][populate]=*&populate[answers]=*'],
      ['board', 'populate[shelf][populate][content][populate]=*'],
    ].map(
      ([name = '', query = '']) =>
        [name, query, (type: ContentType) => readQuery(query, type, administrator, context)] as const,
    ),
    ...['person', 'remark', 'board'].map(
      (name) =>
        [
          name,
          'the entry of an event',
          (type: ContentType) => readEventPayloadQuery(type, { status: 'published', locale: 'en' }, context),
        ] as const,
    ),
  ];

  test.each(queries)('indexes serve every step of %s: %s', async (name, _, queryOf) => {
    const query = queryOf(typeOf(relations, `api::${name}.${name}`));
    const { steps: all, found } = await explain(await everything.service().database.get(), planOf(query, relations));
    expect(found.rows.length).toBeGreaterThan(0);
    expect(all.filter(({ scans }) => scans).map(({ question }) => question.about)).toEqual([]);
  });
});
