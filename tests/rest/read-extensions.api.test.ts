// Checks reads that Strapi does not support: cursors, limits in populate, filters in zones and JSON; and the search.
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi, type Reply } from '../setup/api.ts';
import { pagesOf } from '../setup/pagesOf.ts';
import { museum, seedMuseum } from '../setup/museum/seed.ts';

const api = createApi(await museum());
beforeAll(async () => {
  await seedMuseum(api);
});

const get = (path: string): Promise<Reply> => api.get(`/api/${path}`);
const titles = async (query: string): Promise<readonly unknown[]> => {
  const { status, body } = await get(`exhibits?fields=title&sort=id&${query}`);
  expect(status).toBe(200);
  return body.data.map(({ title }: { title: string | null }) => title);
};

/** The documentIds of every page of a list with cursors. */
const readAllPages = async (query: string, pageSize = 2): Promise<readonly (readonly unknown[])[]> =>
  (await pagesOf(api, `/api/${query}`, pageSize)).map((page) => page.map(({ documentId }) => documentId as unknown));

describe('a cursor', () => {
  test.each([
    'exhibits?fields=title',
    'exhibits?fields=title&sort=id',
    'exhibits?fields=title&sort=id:desc',
    'exhibits?fields=title&sort=title',
    'exhibits?fields=title&sort=title:desc',
    'exhibits?fields=title&sort=year',
    'exhibits?fields=title&sort=year:desc,title',
    'exhibits?fields=title&sort=price,year:desc',
    'exhibits?fields=title&sort=acquired:desc',
    'exhibits?fields=title&sort=inventory',
    'exhibits?fields=title&sort=onShow,updatedAt:desc',
    'exhibits?fields=title&sort=room.name',
    'exhibits?fields=title&sort=room.name:desc,title',
    'exhibits?fields=title&sort=label.heading:desc',
    'exhibits?fields=title&status=draft&sort=updatedAt:desc&filters[year][$gt]=0',
    'exhibits?fields=title&filters[room][name][$null]=true&sort=slug:desc',
  ])('goes through every document once, in order: %s', async (query) => {
    const whole = await get(`${query}&pagination[pageSize]=100`);
    const ids = whole.body.data.map(({ documentId }: { documentId: string }) => documentId);
    expect(ids.length).toBeGreaterThan(2);
    const pages = await readAllPages(query);
    expect(pages.flat()).toEqual(ids);
    expect(pages.map((page) => page.length)).toEqual(
      pages.map((_, i) => (i < pages.length - 1 ? 2 : ids.length - 2 * i)),
    );
  });

  test('goes through years with more than four digits', async () => {
    const far = await Promise.all(
      [1, 2].map((ms) => api.post('/api/exhibits', { acquired: 253402300800000 + ms, summary: 'far away' })),
    );
    expect((await readAllPages('exhibits?filters[summary]=far away&sort=acquired', 1)).flat()).toEqual(
      far.map(({ body }) => body.data.documentId),
    );
    for (const { body } of far) await api.delete(`/api/exhibits/${body.data.documentId}`);
  });

  test('counts only on request', async () => {
    const first = await get('exhibits?pagination[cursor]=&pagination[pageSize]=3');
    expect(Object.keys(first.body.meta.pagination)).toEqual(['pageSize', 'nextCursor']);
    const counted = await get('exhibits?pagination[cursor]=&pagination[withCount]=true');
    expect(counted.body.meta.pagination).toEqual({ pageSize: 25, nextCursor: null, total: counted.body.data.length });
  });

  test('is refused with another sort, with a page, or if it is not a cursor', async () => {
    const { body } = await get('exhibits?sort=title&pagination[cursor]=&pagination[pageSize]=1');
    const { nextCursor } = body.meta.pagination;
    const refused = async (query: string): Promise<unknown> => {
      const reply = await get(`exhibits?${query}`);
      return [reply.status, reply.body.error.name];
    };
    expect(await refused(`sort=year&pagination[cursor]=${nextCursor}`)).toEqual([400, 'ValidationError']);
    expect(await refused(`sort=title&pagination[cursor]=${nextCursor}x`)).toEqual([400, 'ValidationError']);
    expect(await refused('pagination[cursor]=bm8')).toEqual([400, 'ValidationError']);
    expect(await refused('pagination[cursor]=&pagination[page]=2')).toEqual([400, 'PaginationError']);
    expect(await refused('sort=notes.text&pagination[cursor]=')).toEqual([400, 'ValidationError']);
    const forged = Buffer.from(JSON.stringify(['api::exhibit.exhibit,title:asc', [{ $gt: '' }], '0'.repeat(24)]));
    expect(await refused(`sort=title&pagination[cursor]=${forged.toString('base64url')}`)).toEqual([
      400,
      'ValidationError',
    ]);
  });
});

describe('populate[…][start] and [limit]', () => {
  const tags = async (query: string): Promise<unknown> => {
    const { body } = await get(`exhibits?filters[slug]=coin&populate[tags][fields]=word&${query}`);
    return body.data[0].tags.map(({ word }: { word: string }) => word);
  };

  test('select from the order of the editor', async () => {
    expect(await tags('')).toEqual(['blue', 'green', 'red']);
    expect(await tags('populate[tags][limit]=2')).toEqual(['blue', 'green']);
    expect(await tags('populate[tags][start]=1&populate[tags][limit]=1')).toEqual(['green']);
    expect(await tags('populate[tags][start]=2')).toEqual(['red']);
    expect(await tags('populate[tags][limit]=0')).toEqual([]);
  });

  test('select from a sort', async () => {
    expect(await tags('populate[tags][sort]=word:desc&populate[tags][limit]=2')).toEqual(['red', 'green']);
  });

  test.each(['populate[tags][limit]=-1', 'populate[tags][limit]=x', 'populate[tags][start]=1.5'])(
    'must be whole numbers: %s',
    async (query) => {
      expect((await get(`exhibits?${query}`)).status).toBe(400);
    },
  );
});

describe('_q', () => {
  test.each([
    ['VASE', ['Blue Vase']],
    ['coin', ['Coin', 'coin']],
    ['195', ['chair, wooden', 'coin', 'Lamp']],
    ['0.004', ['Coin']],
    ['worn', ['chair, wooden']],
    ['$where {}', ['coin']],
    ['.*', []],
    ['red', []],
  ])('searches %s in texts and numbers', async (text, found) => {
    expect(await titles(`_q=${encodeURIComponent(text)}`)).toEqual(found);
  });

  test('does not search private attributes', async () => {
    expect((await get('rooms?_q=door')).body.data).toEqual([]);
  });

  test.each(['_q=%00', '_q=a%00b', '_q[]=a'])('is refused: %s', async (query) => {
    expect((await get(`exhibits?${query}`)).status).toBe(400);
  });

  test('combines with filters', async () => {
    expect(await titles('_q=coin&filters[year][$gt]=0')).toEqual(['coin']);
  });
});

describe('publicationFilter', () => {
  test.each([
    ['publicationFilter=', { source: 'query', param: 'publicationFilter' }],
    ['hasPublishedVersion=x', {}],
  ])('is refused with the details of Strapi: %s', async (query, details) => {
    const { status, body } = await get(`exhibits?${query}`);
    expect([status, body.error?.details]).toEqual([400, details]);
  });
});

describe('filters inside', () => {
  test('a dynamic zone match an entry', async () => {
    const museumWith = async (query: string): Promise<number> => (await get(`museum?${query}`)).status;
    expect(await museumWith('filters[body][$any][block.text][text][$contains]=ell')).toBe(200);
    expect(await museumWith('filters[body][$any][block.text][text]=other')).toBe(404);
    expect(await museumWith('filters[body][$any][block.spotlight][exhibit][title]=Blue Vase')).toBe(200);
    expect(await museumWith('filters[body][$any][block.spotlight][exhibit][title]=Coin')).toBe(404);
    expect(await museumWith('filters[body][$any][shared.label][heading]=x')).toBe(400);
    expect(await museumWith('filters[body][text]=x')).toBe(400);
  });

  test.each([
    ['filters[data][colour][$eq]="red"', ['Lamp']],
    ['filters[data][colour][$eq]=red', ['Lamp']],
    ['filters[data][colour]=red', ['Lamp']],
    ['filters[data][colour][$not][$eq]=red', ['Blue Vase']],
    ['filters[$not][data][colour][$not][$eq]=red', ['Lamp']],
    ['filters[data][colour][$or][0][$eq]=red&filters[data][colour][$or][1][$eq]=blue', ['Blue Vase', 'Lamp']],
    ['filters[data][colour][$in][0]=red&filters[data][colour][$in][1]=blue', ['Blue Vase', 'Lamp']],
    ['filters[data][colour][$contains]=e', ['Blue Vase', 'Lamp']],
    ['filters[data][colour][$null]=true&filters[data][$notNull]=true', ['chair, wooden', 'Coin', 'coin', 'Frame']],
    ['filters[data][plain][$eq]=true', ['chair, wooden']],
    ['filters[data][plain][$notNull]=true', ['chair, wooden']],
    ['filters[data][colour][$ne]="blue"', ['Lamp']],
    ['filters[data][deep][er][$eq]=1', []],
  ])('a JSON value follow a path: %s', async (query, found) => {
    expect(await titles(query.replaceAll('"', '%22'))).toEqual(found);
  });

  test.each(['filters[data][a.b]=1', 'filters[data][colour][$where]=1'])('a JSON value refuse %s', async (query) => {
    expect((await get(`exhibits?${query}`)).status).toBe(400);
  });
});

test.each([
  'exhibits?populate=*',
  'exhibits?populate[artists][sort]=name:desc&populate[tags][limit]=1',
  'exhibits?populate[artists][populate][studio]=true&populate[related][populate]=*',
  'exhibits?populate[body][populate]=*&populate[label][populate]=*&populate[notes][populate][author][populate]=works',
  'exhibits?populate[notes][filters][author][name][$contains]=a&populate[artists][filters][studio][name]=attic',
  'exhibits?status=draft&populate[whole][populate][pieces][count]=true&populate[relatedTo][count]=true',
  'rooms?populate[exhibits][populate][artists][fields]=name',
  'artists?populate=*',
  'tags?populate[exhibits][sort]=year:desc',
  'guides?populate=exhibits,localizations&locale=*',
])('populated documents are the same for many rows as for a few: %s', async (query) => {
  const many = await get(`${query}&sort=id&pagination[pageSize]=100`);
  expect([many.status, many.body.data.length > 1]).toEqual([200, true]);
  const few: unknown[] = [];
  for (let page = 1; few.length < many.body.data.length; page++)
    few.push(...(await get(`${query}&sort=id&pagination[pageSize]=3&pagination[page]=${page}`)).body.data);
  expect(few).toEqual(many.body.data);
});
