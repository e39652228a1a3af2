// Checks `Strapi-Response-Format: v4`: answers in the nested format of Strapi 4.
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi, withRestConfig, schemaOf, type Reply, typeFile } from '../setup/api.ts';
import { museum, seedMuseum, type Seeded } from '../setup/museum/seed.ts';

const api = createApi(await museum());
let ids: Seeded = new Map();
beforeAll(async () => {
  ids = await seedMuseum(api);
  // A French guide, inserted in its stored form.
  const guides = await api.collection('guides');
  const guide = await guides.findOne({ documentId: ids.get('g1') }, { projection: { _id: 0 } });
  await guides.insertOne({ ...guide, locale: 'fr', published: { ...guide?.published, id: 1000, title: 'Visite' } });
});

const v4 = { headers: { 'Strapi-Response-Format': 'v4' } };
const resolveNames = (url: string): string =>
  `/api/${url.replace(/@(\w+)/g, (whole, name: string) => ids.get(name) ?? whole)}`;
const get = (url: string): Promise<Reply> => api.get(resolveNames(url), v4);

/** Checks that documents have both ids and removes them: `{ id, documentId, attributes }` becomes `{ attributes }`. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const { id, documentId, ...rest } = value as Readonly<Record<string, unknown>>;
  if ('attributes' in rest && !('count' in (rest.attributes as object)))
    expect([typeof id, typeof documentId]).toEqual(['number', 'string']);
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, withoutIds(inner)]));
};

const is = (attributes: object): object => ({ attributes });
const to = (...data: readonly unknown[]): object => ({ data: data.length === 1 ? data[0] : data });
const name = (name: string): object => is({ name });

describe('the nested format', () => {
  test.each<[url: string, attributes: object]>([
    ['exhibits/@vase?fields=title', { title: 'Blue Vase' }],
    ['exhibits/@vase?fields=year&populate[room][fields]=name', { year: 1890, room: to(name('Hall')) }],
    [
      'exhibits/@vase?fields=year&populate[artists][fields]=name&populate[artists][populate][teacher][fields]=name',
      {
        year: 1890,
        artists: to(
          is({ name: 'bo Quist', teacher: to(name('Ada Lund')) }),
          is({ name: 'Ada Lund', teacher: to(null) }),
        ),
      },
    ],
    [
      'exhibits/@vase?fields=year&populate[cover][fields]=name&populate[pictures][fields]=name',
      { year: 1890, cover: to(name('f1.txt')), pictures: to(name('f3.txt'), name('f1.txt')) },
    ],
    [
      'exhibits/@sketch?status=draft&fields=title&populate=room,tags,cover,pictures,label,notes,body',
      {
        title: 'Sketch',
        room: to(null),
        tags: { data: [] },
        cover: to(null),
        pictures: { data: [] },
        label: null,
        notes: [],
        body: [],
      },
    ],
    [
      'exhibits/@vase?fields=year&populate[artists][count]=true&populate[notes][count]=true',
      { year: 1890, artists: to(is({ count: 2 })), notes: { count: 3 } },
    ],
    [
      'exhibits/@vase?fields=year&populate[label][fields]=heading&populate[label][populate][writer][fields]=name' +
        '&populate[label][populate][source][fields]=title&populate[label][populate][source][populate][exhibit][fields]=title' +
        '&populate[label][populate][picture][fields]=name',
      {
        year: 1890,
        label: {
          heading: 'Vase',
          writer: to(name('Ada Lund')),
          source: { title: 'Catalogue', exhibit: to(null) },
          picture: to(name('f2.txt')),
        },
      },
    ],
    [
      'exhibits/@vase?fields=year&populate[notes][fields]=text&populate[notes][populate][rooms][fields]=name',
      {
        year: 1890,
        notes: [
          { text: 'first', rooms: to(name('attic'), name('Hall')) },
          { text: 'Second', rooms: { data: [] } },
          { text: null, rooms: { data: [] } },
        ],
      },
    ],
    [
      'exhibits/@vase?fields=year&populate[body][on][block.spotlight][fields]=heading' +
        '&populate[body][on][block.spotlight][populate][artists][fields]=name' +
        '&populate[body][on][block.spotlight][populate][sources][populate]=*' +
        '&populate[body][on][block.gallery][fields]=visible&populate[body][on][block.gallery][populate][pictures][fields]=name',
      {
        year: 1890,
        body: [
          {
            __component: 'block.spotlight',
            heading: 'See also',
            artists: to(name('Di Écru'), name('Ada Lund')),
            sources: [
              { title: 'one', pages: null, exhibit: to(null) },
              { title: 'two', pages: 2, exhibit: to(null) },
            ],
          },
          { __component: 'block.gallery', visible: true, pictures: to(name('f2.txt'), name('f3.txt')) },
        ],
      },
    ],
    [
      'guides/@g1?fields=title&populate[localizations][fields]=title&populate[localizations][populate][exhibits][fields]=year',
      {
        title: 'Tour',
        localizations: { data: [is({ title: 'Visite', exhibits: to(is({ year: -44 }), is({ year: 1890 })) })] },
      },
    ],
    ['guides/@g2?fields=title&populate=localizations', { title: 'another', localizations: { data: [] } }],
    ['exhibits/@vase?fields=data', { data: { colour: 'blue', sizes: [1, 2] } }],
    ['museum?fields=name&populate[director][fields]=name', { name: 'The Museum', director: to(null) }],
  ])('formats %s', async (url, attributes) => {
    const { status, body } = await get(url);
    expect([status, withoutIds(body)]).toEqual([
      200,
      { data: { attributes }, meta: url.includes('status=draft') ? { status: 'draft' } : {} },
    ]);
  });

  test('formats a list, with the usual pagination', async () => {
    const list = async (url: string): Promise<unknown> => withoutIds((await get(url)).body);
    expect(await list('tags?fields=word&sort=word&pagination[limit]=2')).toEqual({
      data: [is({ word: 'blue' }), is({ word: 'green' })],
      meta: { pagination: { start: 0, limit: 2, total: 4 } },
    });
    expect(await list('tags?filters[word]=none&pagination[withCount]=false')).toEqual({
      data: [],
      meta: { pagination: { page: 1, pageSize: 25 } },
    });
  });

  test('formats created and changed documents', async () => {
    const made = await api.post(resolveNames('tags?fields=word'), { word: 'nested' }, v4);
    expect([made.status, withoutIds(made.body)]).toEqual([201, { data: is({ word: 'nested' }), meta: {} }]);
    const vase = [ids.get('vase')];
    const url = resolveNames(`tags/${String(made.body.data.documentId)}?fields=word&populate[exhibits][fields]=title`);
    expect(withoutIds((await api.put(url, { exhibits: vase }, v4)).body)).toEqual({
      data: is({ word: 'nested', exhibits: { data: [is({ title: 'Blue Vase' })] } }),
      meta: {},
    });
  });

  test('does not change errors', async () => {
    for (const url of ['tags/none', 'tags?filters[nope]=x', 'nope'])
      expect((await get(url)).body).toEqual((await api.get(resolveNames(url))).body);
  });

  test.each(['v5', 'V4', '4', ''])('is not used for the header "%s"', async (value) => {
    const { body } = await api.get(resolveNames('tags/@red?fields=word'), {
      headers: { 'Strapi-Response-Format': value },
    });
    expect(body.data).toMatchObject({ word: 'red' });
  });

  test('has its own ETag, and a Vary header for caches', async () => {
    const flat = await api.get(resolveNames('tags/@red'));
    const nested = await get('tags/@red');
    expect(nested.headers.etag).not.toBe(flat.headers.etag);
    const known = await api.get(resolveNames('tags/@red'), {
      headers: { ...v4.headers, 'If-None-Match': String(nested.headers.etag) },
    });
    expect(known.status).toBe(304);
    for (const { headers } of [flat, nested, known, await get('tags/none')])
      expect(headers.vary).toBe('Authorization, Strapi-Response-Format');
  });
});

describe('polymorphic relations in the nested format', () => {
  const relation = { type: 'relation', relation: 'morphToMany' };
  const info = (singularName: string) => ({ singularName, pluralName: `${singularName}s`, displayName: singularName });
  const posters = createApi(
    schemaOf({
      'poster.json': JSON.stringify({
        info: info('poster'),
        attributes: { title: { type: 'string' }, about: relation },
      }),
      'book.json': JSON.stringify({
        info: info('book'),
        attributes: {
          title: { type: 'string' },
          poster: { type: 'relation', relation: 'oneToOne', target: 'api::poster.poster' },
        },
      }),
    }),
  );

  test('stay flat at every depth, as in Strapi', async () => {
    const first = await posters.post('/api/posters', { title: 'p' });
    const poster = first.body.data.documentId as string;
    const { body: made } = await posters.post('/api/books', { title: 'b', poster });
    const book = { __type: 'api::book.book', id: made.data.id };
    await posters.put(`/api/posters/${poster}`, { about: [book] });
    const on = 'populate[about][on][api::book.book]';
    const { body } = await posters.get(
      `/api/posters?fields=title&${on}[fields]=title&${on}[populate][poster][fields]=title`,
      v4,
    );
    expect(withoutIds(body.data)).toEqual([
      is({ title: 'p', about: [{ __type: 'api::book.book', title: 'b', poster: { title: 'p' } }] }),
    ]);
  });
});

describe('an answer that is too large in the nested format', () => {
  const notes = createApi(
    schemaOf({
      'note.json': typeFile('note', {
        text: { type: 'text' },
        next: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
      }),
    }),
    withRestConfig({ maxResponseBytes: 2_000 }),
  );

  test('is refused with the path that a query would have', async () => {
    const long = await notes.post('/api/notes?fields=id', { text: 'x'.repeat(2_800) });
    await notes.post('/api/notes?fields=id', { next: long.body.data.documentId as string });
    for (const [query, path] of [
      ['populate=next&filters[text][$null]=true', 'next.text'],
      ['filters[text][$notNull]=true', 'text'],
    ] as const)
      for (const call of [v4, {}]) {
        const { status, body } = await notes.get(`/api/notes?${query}`, call);
        expect([status, body.error.details]).toEqual([400, { path }]);
      }
  });
});
