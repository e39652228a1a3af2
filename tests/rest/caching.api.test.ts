// Checks Cache-Control and cache keys of reads.
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig, type Config } from '../../lib/platform/config/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, schemaOf, type Api, type Call, type Reply, typeFile } from '../setup/api.ts';
import { addFile, addPublicRole } from '../setup/accounts.ts';
import { setPermissions, registerUser, type Member } from '../setup/users.ts';

const kept = { maxAge: 60, sharedMaxAge: 300, staleWhileRevalidate: 30 };
const types = {
  'api::book.book': kept,
  'api::shelf.shelf': { maxAge: 0, sharedMaxAge: 10, staleWhileRevalidate: 0 },
  'api::card.card': { maxAge: 5, sharedMaxAge: 0, staleWhileRevalidate: 0 },
  'api::home.home': kept,
  'plugin::upload.file': kept,
};
const caching: Config = { ...defaultConfig, cache: { ...defaultConfig.cache, types } };
const api = createApi(library, caching);
const gallery = createApi(
  schemaOf({ 'work.json': typeFile('work', { title: { type: 'string' }, picture: { type: 'media' } }) }),
  { ...defaultConfig, cache: { ...defaultConfig.cache, types: { 'api::work.work': kept } } },
);
const [open, asPublic] = [{ as: null }, 'public, max-age=60, s-maxage=300, stale-while-revalidate=30'] as const;

const finding = ['book', 'shelf', 'card', 'author'].flatMap((name) =>
  ['find', 'findOne'].map((action) => ({ action: `api::${name}.${name}.${action}` })),
);
const everyone = [
  ...[...finding, { action: 'api::home.home.find' }],
  ...['find', 'findOne'].map((action) => ({ action: `plugin::upload.content-api.${action}` })),
];

let member: Member;
beforeAll(async () => {
  member = await registerUser(api, 'member');
  await setPermissions(api, 'public', everyone);
  await setPermissions(api, 'authenticated', everyone);
  await addPublicRole(gallery.service(), ['api::work.work.find', 'api::work.work.findOne', 'plugin::upload.file.find']);
});

const cacheControl = ({ headers }: Reply): unknown => headers['cache-control'];
const keysOf = ({ headers }: Reply): readonly string[] | undefined => {
  const keys = headers['surrogate-key'];
  return typeof keys === 'string' ? keys.split(' ').sort() : undefined;
};
const keys = async (url: string, target: Api = api): Promise<readonly string[] | undefined> =>
  keysOf(await target.get(url, open));

describe('the Cache-Control of a read', () => {
  it('is the configured one of its type', async () => {
    const [book, card] = [
      await api.create('/api/books', { title: 'a' }),
      await api.create('/api/cards', { name: 'c' }),
    ];
    await api.put('/api/home', { title: 'Home' });
    const expectations: readonly (readonly [string, unknown])[] = [
      ['/api/books', asPublic],
      [`/api/books/${book}`, asPublic],
      ['/api/home', asPublic],
      ['/api/upload/files', asPublic],
      [`/api/upload/files/${await addFile(api.service(), 'a')}`, asPublic],
      ['/api/shelves', 'public, max-age=0, s-maxage=10'],
      [`/api/cards/${card}`, 'public, max-age=5, s-maxage=0'],
      ['/api/authors', 'no-cache'],
    ];
    for (const [url, expected] of expectations)
      expect([url, cacheControl(await api.get(url, open))]).toEqual([url, expected]);
  });

  it('is private, no-store for requests with credentials, drafts, writes and errors', async () => {
    const book = await api.create('/api/books', { title: 'a' });
    await setPermissions(api, 'public', [
      ...everyone,
      { action: 'api::book.book.update' },
      { action: 'api::shelf.shelf.update' },
    ]);
    const link = await api.request('POST', `/api/books/${book}/actions/preview-link`);
    const replies: readonly (readonly [string, Reply])[] = [
      ['a token', await api.get('/api/books')],
      ['a member', await api.get('/api/books', member)],
      ['another scheme', await api.get('/api/books', { as: null, headers: { Authorization: 'Basic YTpi' } })],
      ['drafts', await api.get('/api/books?status=draft', open)],
      ['a draft', await api.get(`/api/books/${book}?status=draft`, open)],
      ['drafts below a type without drafts', await api.get('/api/shelves?status=draft&populate=books', open)],
      ['a preview', await api.get(`/api/books/${book}?preview=${link.body.data.token as string}`, open)],
      ['a write', await api.put(`/api/books/${book}`, { title: 'b' }, open)],
      ['a missing document', await api.get('/api/books/none', open)],
      ['an invalid query', await api.get('/api/books?sort=nope', open)],
      ['a request that is not permitted', await api.post('/api/books', { title: 'c' }, open)],
    ];
    await setPermissions(api, 'public', everyone);
    for (const [name, reply] of replies)
      expect([name, cacheControl(reply), keysOf(reply)]).toEqual([name, 'private, no-store', undefined]);
    expect(replies.map(([, { status }]) => status)).toEqual([
      ...[200, 200, 200, 200, 200, 200, 200, 200],
      ...[404, 400, 403],
    ]);
  });
});

describe('a conditional read', () => {
  it.each(['list', 'document', 'single type', 'file', 'files'])(
    'is 304 with the same headers for caches: %s',
    async (what) => {
      const book = await api.create('/api/books', { title: 'a' });
      await api.put('/api/home', { title: 'Home' });
      const file = await addFile(api.service(), 'a');
      const urls: Readonly<Record<string, string>> = {
        ...{ list: '/api/books?populate=*', document: `/api/books/${book}`, 'single type': '/api/home' },
        ...{ file: `/api/upload/files/${file}`, files: '/api/upload/files' },
      };
      const url = urls[what] ?? '';
      const ask = (method: string, call: Call = open): Promise<Reply> => api.request(method, url, call);
      const full = await ask('GET');
      const known = { as: null, headers: { 'If-None-Match': String(full.headers.etag) } };
      const cacheHeadersOf = ({ headers }: Reply) => [
        headers['cache-control'],
        headers['surrogate-key'],
        headers.etag,
        headers.vary,
      ];
      expect([full.status, cacheHeadersOf(full)[0]]).toEqual([200, asPublic]);
      expect(keysOf(full)).toBeDefined();
      const again = await ask('GET', known);
      expect([again.status, again.body]).toEqual([304, undefined]);
      expect(cacheHeadersOf(again)).toEqual(cacheHeadersOf(full));
    },
  );
});

describe('the cache keys of an answer', () => {
  it('are the documents in it at any depth, and the types that decide which documents these are', async () => {
    const author = await api.create('/api/authors', { name: 'A' });
    const other = await api.create('/api/authors', { name: 'B' });
    const shelf = await api.create('/api/shelves', { name: 'S' });
    const card = await api.create('/api/cards', { name: 'C', author: other });
    const like = await api.create('/api/books', { title: 'liked', editor: other });
    const book = await api.create('/api/books', {
      ...{ title: 'deep', authors: [author], shelf, like: [like], quotes: [{ text: 'q', from: other }] },
      ...{ body: [{ __component: 'part.quote', text: 'z', from: author }] },
    });
    const [books, authors, shelves, cards] = ['book', 'author', 'shelf', 'card'].map((name) => `api::${name}.${name}`);
    expect(await keys(`/api/books/${book}`)).toEqual([book]);
    expect(await keys(`/api/books/${book}?populate=authors,shelf`)).toEqual(
      [authors, shelves, author, book, shelf].sort(),
    );
    expect(await keys(`/api/books/${book}?populate[like][populate]=editor`)).toEqual(
      [authors, books, book, like, other].sort(),
    );
    expect(await keys(`/api/books/${book}?populate[quotes][populate]=from`)).toEqual([authors, book, other].sort());
    expect(await keys(`/api/books/${book}?populate[body][on][part.quote][populate][from][populate]=card`)).toEqual(
      [authors, cards, author, book].sort(),
    );
    expect(await keys(`/api/books/${book}?populate[authors][count]=true`)).toEqual([authors, book].sort());
    expect(await keys('/api/books?filters[title]=deep')).toEqual([books, book].sort());
    expect(await keys('/api/books?filters[title]=none')).toEqual([books]);
    expect(await keys('/api/books?filters[title]=deep&filters[shelf][name]=S')).toEqual([books, shelves, book].sort());
    expect(await keys('/api/books?filters[title]=deep&sort=shelf.name')).toEqual([books, shelves, book].sort());
    expect(await keys('/api/books?filters[title]=deep&populate[authors][filters][card][name]=none')).toEqual(
      [authors, books, cards, book].sort(),
    );
    expect(card).not.toBe('');
  });

  it('name the files in it, but not the type of files', async () => {
    const data = { title: 'a', picture: await addFile(gallery.service(), 'a') };
    const { documentId } = (await gallery.post('/api/works?populate=picture', data)).body.data;
    const work = `/api/works/${documentId as string}?populate=picture`;
    const file = (await gallery.get(work)).body.data.picture.documentId as string;
    expect(await keys(work, gallery)).toEqual([documentId as string, file].sort());
    expect(await keys('/api/works?filters[picture][name]=a', gallery)).toEqual(
      ['api::work.work', 'plugin::upload.file', documentId as string].sort(),
    );
  });

  it('name nothing that is hidden', async () => {
    const hidden = await api.create('/api/authors?status=draft', { name: 'Hidden' });
    const book = await api.create('/api/books', { title: 'x', authors: [hidden] });
    expect(await keys(`/api/books/${book}?populate=authors`)).toEqual(['api::author.author', book].sort());
  });

  it('are types if there are too many documents', async () => {
    for (let i = 0; i < 60; i++) {
      const author = await api.create('/api/authors', { name: `of many ${i}` });
      await api.create('/api/books', { title: `one of many ${i}`, editor: author });
    }
    const url = '/api/books?filters[title][$startsWith]=one of many&pagination[pageSize]=100';
    expect(await keys(url)).toHaveLength(61);
    expect(await keys(`${url}&populate=editor`)).toEqual(['api::author.author', 'api::book.book']);
  });

  it('are absent if no cache may keep the answer', async () => {
    for (const url of ['/api/cards', '/api/authors']) expect(await keys(url)).toBeUndefined();
  });
});

describe('cache tags of CloudFront', () => {
  const purge = { ...defaultConfig.cache.purge, provider: 'cloudfront' as const };
  const tagged = createApi(library, { ...caching, cache: { types, purge } });
  const byPaths = createApi(library, { ...caching, cache: { types, purge: { ...purge, paths: ['/api/*'] } } });
  const tagsOf = ({ headers }: Reply): readonly string[] => String(headers['cache-tag']).split(',').sort();
  const countingTags = (count: number) => `/api/books?filters[title][$startsWith]=tagged&pagination[pageSize]=${count}`;
  beforeAll(async () => {
    for (const one of [tagged, byPaths])
      await addPublicRole(
        one.service(),
        everyone.map(({ action }) => action),
      );
    for (let i = 0; i < 50; i++) await tagged.create('/api/books', { title: `tagged ${i}` });
  });

  it('are the surrogate keys, separated by commas', async () => {
    const author = await tagged.create('/api/authors', { name: 'A' });
    const book = await tagged.create('/api/books', { title: 'a', authors: [author] });
    const reply = await tagged.get(`/api/books/${book}?populate=authors`, open);
    expect(tagsOf(reply)).toEqual(['api::author.author', author, book].sort());
    expect([keysOf(reply), cacheControl(reply)]).toEqual([tagsOf(reply), asPublic]);
  });

  it('are types if there are more than 50', async () => {
    expect(tagsOf(await tagged.get(countingTags(49), open))).toHaveLength(50);
    expect(tagsOf(await tagged.get(countingTags(50), open))).toEqual(['api::book.book']);
  });

  it('are surrogate keys if every change purges paths', async () => {
    const book = await byPaths.create('/api/books', { title: 'a' });
    const { headers } = await byPaths.get(`/api/books/${book}`, open);
    expect([headers['cache-tag'], headers['surrogate-key']]).toEqual([undefined, book]);
  });
});
