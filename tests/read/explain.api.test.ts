// What a plan's questions cost: the indexes of the schema serve them.
import { beforeAll, expect, test } from 'vitest';
import { explain, planOf, type Explained } from '../../lib/read/index.ts';
import { read, schema } from '../query/read.ts';
import { apiOf } from '../setup/api.ts';
import { seedMuseum } from '../setup/museum/seed.ts';

const api = apiOf(schema);
beforeAll(() => seedMuseum(api));

const steps = async (query: string, type?: string): Promise<readonly Explained[]> =>
  (await explain(await api.service().database.get(), planOf(read(query, undefined, type), schema))).steps;

const costs = ({ question, indexes, scans, keysExamined, documentsExamined, rows }: Explained) => ({
  about: question.about,
  indexes,
  scans,
  examined: [keysExamined, documentsExamined, rows],
});

test('a page walks the index of its order, a count that of the versions', async () => {
  expect((await steps('sort=slug&pagination[pageSize]=3')).map(costs)).toEqual([
    { about: 'the rows', indexes: ['published.slug__id_published.id'], scans: false, examined: [3, 3, 3] },
    { about: 'the count', indexes: ['published.id'], scans: false, examined: [8, 0, 7] },
  ]);
});

test('rows that are passed over are not read', async () => {
  const [rows] = await steps('pagination[start]=4&pagination[limit]=2');
  expect(rows && costs(rows).examined).toEqual([6, 2, 2]);
});

test('what is looked up beside the rows is in what they cost', async () => {
  const [rows] = await steps('populate=room&filters[slug]=blue-vase&pagination[limit]=5');
  expect(rows?.indexes).toEqual(expect.arrayContaining(['documentId_locale']));
});

test('an index that is missing shows as a scan', async () => {
  const db = await api.service().database.get();
  await db.collection('exhibits').dropIndexes();
  expect((await steps('sort=slug')).map(({ scans }) => scans)).toEqual([true, true]);
});

test('so does one that a count would be taken from', async () => {
  const [, count] = await steps('filters[slug][$contains]=a');
  expect([count?.scans, count?.question.hint]).toEqual([true, undefined]);
});
