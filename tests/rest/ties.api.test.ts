// Documents with equal sort values, or none, come in the order of creation, in both directions.
import { beforeAll, expect, test } from 'vitest';
import { createApi, relationTo, schemaOf, typeFile } from '../setup/api.ts';
import { pagesOf } from '../setup/pagesOf.ts';

const api = createApi(
  schemaOf({
    'town.json': typeFile(
      'town',
      {
        name: { type: 'string' },
        rank: { type: 'integer' },
        views: { type: 'integer' },
        code: { type: 'string', unique: true },
        land: relationTo('manyToOne', 'land', { inversedBy: 'towns' }),
        near: relationTo('manyToMany', 'town'),
      },
      { options: { indexes: [['views'], ['-rank', 'views']] } },
    ),
    'land.json': typeFile('land', {
      name: { type: 'string' },
      towns: relationTo('oneToMany', 'town', { mappedBy: 'land' }),
    }),
  }),
);

beforeAll(async () => {
  await api.createAllIndexes();
  const north = await api.create('/api/lands', { name: 'north' });
  const south = await api.create('/api/lands', { name: 'south' });
  const towns: readonly (readonly [string, number | null, string | null])[] = [
    ['a', 1, south],
    ['b', 2, north],
    ['c', 1, south],
    ['d', null, null],
    ['e', 2, north],
    ['f', null, null],
    ['g', 1, south],
  ];
  const ids: string[] = [];
  for (const [name, rank, land] of towns)
    ids.push(await api.create('/api/towns', { name, rank, views: rank, land, near: ids.toReversed() }));
});

const names = (documents: readonly { readonly name: string }[]): string => documents.map(({ name }) => name).join(' ');

test.each([
  ['rank', 'd f a c g b e'],
  ['rank:desc', 'b e a c g d f'],
  ['views', 'd f a c g b e'],
  ['views:desc', 'b e a c g d f'],
  ['rank:desc,views:desc', 'b e a c g d f'],
  ['rank:desc,views', 'b e a c g d f'],
  ['code:desc', 'a b c d e f g'],
  ['land.name', 'd f b e a c g'],
  ['land.name:desc', 'a c g b e d f'],
  ['land.name:desc,rank:desc', 'a c g b e d f'],
  ['rank:desc,rank,rank:desc', 'b e a c g d f'],
  ['views,rank:desc,views:desc', 'd f a c g b e'],
])('in a list, in its pages, and with a cursor: %s', async (sort, order) => {
  const url = `/api/towns?fields=name&sort=${sort}`;
  expect(names((await api.get(url)).body.data)).toBe(order);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => api.get(`${url}&pagination[pageSize]=2&pagination[page]=${page}`)),
  );
  expect(names(pages.flatMap(({ body }) => body.data))).toBe(order);
  expect(names((await pagesOf(api, url, 2)).flat())).toBe(order);
});

test.each([
  ['/api/towns?filters[name]=g&populate[near][sort]=rank', 'near', 'd f a c b e'],
  ['/api/towns?filters[name]=g&populate[near][sort]=rank:desc', 'near', 'b e a c d f'],
  ['/api/towns?filters[name]=g&populate[near][sort]=land.name:desc', 'near', 'a c b e d f'],
  ['/api/lands?filters[name]=south&populate[towns][sort]=rank:desc', 'towns', 'a c g'],
  ['/api/lands?filters[name]=south&populate[towns][sort]=rank:desc&populate[towns][limit]=2', 'towns', 'a c'],
])('in a populated relation: %s', async (url, name, order) => {
  const { body } = await api.get(url);
  expect(names(body.data[0][name])).toBe(order);
});
