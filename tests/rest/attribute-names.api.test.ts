// Checks attributes whose names are also words of queries or pipelines.
import { beforeAll, expect, test } from 'vitest';
import { createApi, schemaOf, typeFile } from '../setup/api.ts';

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
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < 5;) {
    const { body } = await api.get(
      `/api/events?sort=title&populate=place&pagination[pageSize]=2&pagination[cursor]=${cursor}`,
    );
    pages.push(
      body.data.map((event: { title: string; place: object | null }) => event.title + (event.place ? '+' : '')).join(),
    );
    cursor = body.meta.pagination.nextCursor;
  }
  expect(pages).toEqual(['a+,b', 'c+,d+', 'e+']);
});

test.each([10, 11, 25])('a relation named on counts as a level of populate: %d', async (levels) => {
  const path = Array.from({ length: levels }, () => 'on').join('.');
  const { status } = await api.get(`/api/events?pagination[limit]=1&populate=${path}`);
  expect(status).toBe(levels > 10 ? 400 : 200);
});
