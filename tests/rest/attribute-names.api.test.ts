// Checks attributes whose names are also words of queries or pipelines.
import { beforeAll, expect, test } from 'vitest';
import { createApi, schemaOf, typeFile } from '../setup/api.ts';
import { pagesOf } from '../setup/pagesOf.ts';

const toOne = (target: string) => ({ type: 'relation', relation: 'manyToOne', target: `api::${target}.${target}` });

const api = createApi(
  schemaOf({
    'event.json': typeFile('event', { title: { type: 'string' }, place: toOne('venue'), on: toOne('event') }),
    'venue.json': typeFile('venue', { name: { type: 'string' } }),
  }),
);

beforeAll(async () => {
  const { body } = await api.post('/api/venues', { name: 'Hall' });
  for (const title of ['a', 'b', 'c', 'd', 'e'])
    await api.post('/api/events', { title, place: title === 'b' ? null : body.data.documentId });
});

test('a relation named place can be populated with a cursor', async () => {
  const read = await pagesOf(api, '/api/events?sort=title&populate=place', 2);
  const pages = read.map((page) => page.map(({ title, place }) => String(title) + (place ? '+' : '')).join());
  expect(pages).toEqual(['a+,b', 'c+,d+', 'e+']);
});

test.each([10, 11, 25])('a relation named on counts as a level of populate: %d', async (levels) => {
  const path = Array.from({ length: levels }, () => 'on').join('.');
  const { status } = await api.get(`/api/events?pagination[limit]=1&populate=${path}`);
  expect(status).toBe(levels > 10 ? 400 : 200);
});
