// GET /api/search, and `search` beside lists.
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig, type Config } from '../../lib/platform/config/index.ts';
import { addPublicRole } from '../setup/accounts.ts';
import { componentFile, createApi, localized, relationTo, schemaOf, typeFile, withDrafts } from '../setup/api.ts';
import { indexSite } from './indexSite.ts';

const searched = (search: object, draftAndPublish = true) => ({ options: { draftAndPublish, search } });

const schema = schemaOf({
  'components/part/quote.json': componentFile({ text: { type: 'text' }, source: { type: 'string', private: true } }),
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string' },
      text: { type: 'richtext' },
      rank: { type: 'integer' },
      note: { type: 'string', private: true },
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
      author: relationTo('manyToOne', 'author'),
    },
    { ...searched({ title: 10, text: 1, quotes: 2 }), ...localized },
  ),
  'author.json': typeFile(
    'author',
    { name: { type: 'string' }, rank: { type: 'integer' } },
    searched({ name: 10 }, false),
  ),
  'about.json': JSON.stringify({
    kind: 'singleType',
    info: { singularName: 'about', pluralName: 'abouts', displayName: 'About' },
    attributes: { title: { type: 'string' } },
    options: { search: { title: 5 } },
  }),
  'memo.json': typeFile('memo', { title: { type: 'string' } }, withDrafts),
  'secret.json': typeFile('secret', { title: { type: 'string' } }, searched({ title: 1 })),
});

const cachePolicy = (maxAge: number) => ({ maxAge, sharedMaxAge: 300, staleWhileRevalidate: 0 });
const config: Config = {
  ...defaultConfig,
  cache: {
    ...defaultConfig.cache,
    types: { 'api::article.article': cachePolicy(60), 'api::author.author': cachePolicy(30) },
  },
};
const api = createApi(schema, config);
const open = { as: null };

let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const service = api.service();
  await addPublicRole(
    service,
    ['article', 'author', 'about', 'memo'].map((name) => `api::${name}.${name}.find`),
  );
  await api.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'de' } });
  const maud = await api.create('/api/authors', { name: 'Maud Bauer', rank: 1 });
  const joao = await api.create('/api/authors', { name: 'João Gilberto', rank: 2 });
  const trains = await api.create('/api/articles', {
    ...{
      title: 'Night trains',
      text: 'Maud travels **by** <b>train</b> & "ship".',
      rank: 2,
      author: maud,
      note: 'zebra',
    },
    quotes: [{ text: 'A quiet harbour', source: 'walrus' }],
  });
  const ships = await api.create('/api/articles', { title: 'Ships', text: 'No train here', rank: 1 });
  const draft = await api.create('/api/articles?status=draft', { title: 'Unpublished train' });
  await api.create('/api/articles?locale=de', { title: 'Züge bei Nacht' });
  await api.put('/api/about', { title: 'About trains' });
  await api.create('/api/memos?status=draft', { title: 'Train memo' });
  await api.create('/api/secrets', { title: 'Secret train' });
  ids = { maud, joao, trains, ships, draft };
  await indexSite(service);
});

const titlesOf = (body: { readonly data: readonly { readonly title: unknown }[] }): readonly unknown[] =>
  body.data.map(({ title }) => title);

const search = async (query: string, call: { readonly as: null | 'full-access' } = open) => {
  const { status, body } = await api.get(`/api/search?${query}`, call);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body;
};

describe('GET /api/search', () => {
  test('finds documents of all types that the caller may find, the best first', async () => {
    const body = await search('q=train');
    expect(titlesOf(body)).toEqual(['Night trains', 'About trains', 'Ships']);
    expect(body.data[2]).toEqual({
      type: 'api::article.article',
      documentId: ids.ships,
      locale: 'en',
      title: 'Ships',
      excerpt: 'No <mark>train</mark> here',
    });
    expect(body.meta).toEqual({
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 3 },
      facets: { types: { 'api::about.about': 1, 'api::article.article': 2, 'api::author.author': 0 } },
    });
  });

  test('finds words in any order, without accents, by beginnings and with a wrong letter', async () => {
    expect(titlesOf(await search('q=bauer maud&types=authors'))).toEqual(['Maud Bauer']);
    expect(titlesOf(await search('q=joao'))).toEqual(['João Gilberto']);
    expect(titlesOf(await search('q=gilb'))).toEqual(['João Gilberto']);
    expect(titlesOf(await search('q=gilbarto'))).toEqual(['João Gilberto']);
  });

  test('escapes HTML in excerpts, and reads components without private attributes', async () => {
    const [result] = (await search('q=ship&types=articles')).data.filter(
      ({ documentId }: { documentId: string }) => documentId === ids.trains,
    );
    expect(result.excerpt).toMatch(/ &amp; &quot;<mark>ship<\/mark>&quot;/);
    expect(titlesOf(await search('q=harbour'))).toEqual(['Night trains']);
    expect(titlesOf(await search('q=zebra'))).toEqual([]);
    expect(titlesOf(await search('q=walrus'))).toEqual([]);
  });

  test('reads one locale', async () => {
    expect(titlesOf(await search('q=zuge&locale=de'))).toEqual(['Züge bei Nacht']);
    expect(titlesOf(await search('q=zuge'))).toEqual([]);
  });

  test('answers documents as lists do, if fields or populate are requested', async () => {
    const [list, { data }] = [
      await api.get(`/api/articles?fields=title&populate=author&filters[documentId]=${ids.trains}`, open),
      await search('q=night&types=articles&fields=title&populate=author'),
    ];
    expect(data.map(({ entry }: { entry: unknown }) => entry)).toEqual(list.body.data);
    const whole = await search('q=night&types=articles&populate=*');
    expect(whole.data[0].entry).toMatchObject({ rank: 2, quotes: [{ text: 'A quiet harbour' }] });
    expect(JSON.stringify(whole)).not.toMatch(/walrus|zebra/);
  });

  test('filters', async () => {
    const body = await search('q=train&types=articles,authors&filters[rank]=1');
    expect(titlesOf(body)).toEqual(['Ships']);
    expect(body.meta.facets.types).toEqual({ 'api::article.article': 1, 'api::author.author': 0 });
    expect(body.meta.pagination.total).toBe(1);
  });

  test('has the order of sort, in one type', async () => {
    const sorted =
      'q=train&types=articles&sort=rank&pagination[pageSize]=1&pagination[withCount]=true&pagination[cursor]=';
    expect(titlesOf(await search('q=train&types=articles'))).toEqual(['Night trains', 'Ships']);
    const first = await search(sorted);
    expect([titlesOf(first), first.meta.pagination.total]).toEqual([['Ships'], 2]);
    const second = await search(`${sorted}${first.meta.pagination.nextCursor}`);
    expect([titlesOf(second), second.meta.pagination.nextCursor]).toEqual([['Night trains'], null]);
    expect(second.data[0].excerpt).toContain('<mark>trains</mark>');
    expect(titlesOf(await search('q=train&types=articles&sort=rank:desc&pagination[start]=1'))).toEqual(['Ships']);
    expect((await api.get('/api/search?q=train&types=articles&sort=note', open)).status).toBe(400);
  });

  test('finds a document by its whole documentId, if it exists for the caller', async () => {
    expect(titlesOf(await search(`q=${ids.ships?.toUpperCase()}`))).toEqual(['Ships']);
    const filtered = await search(`q=${ids.ships}&types=articles,authors&filters[rank]=2`);
    expect([titlesOf(filtered), filtered.meta.pagination.total]).toEqual([[], 0]);
    expect(titlesOf(await search(`q=${ids.draft}`))).toEqual([]);
    expect(titlesOf(await search(`q=${ids.draft}&view=edit`, { as: 'full-access' }))).toEqual(['Unpublished train']);
    expect(titlesOf(await search(`q=${ids.ships?.slice(1)}`))).toEqual([]);
  });

  test('has pages by number, offset and cursor', async () => {
    const pages = [
      await search('q=train&pagination[page]=2&pagination[pageSize]=2'),
      await search('q=train&pagination[start]=1&pagination[limit]=1&pagination[withCount]=false'),
    ];
    expect(pages.map(titlesOf)).toEqual([['Ships'], ['About trains']]);
    expect(pages[1].meta.pagination).toEqual({ start: 1, limit: 1 });
    const titles: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const body = await search(`q=train&pagination[pageSize]=1&pagination[cursor]=${cursor}`);
      titles.push(...titlesOf(body));
      cursor = body.meta.pagination.nextCursor;
    }
    expect(titles).toEqual(['Night trains', 'About trains', 'Ships']);
    expect(cursor).toBeNull();
    const first = await search('q=train&pagination[pageSize]=1&pagination[cursor]=');
    const other = `/api/search?q=ships&pagination[cursor]=${first.meta.pagination.nextCursor}`;
    expect(await api.get(other, open)).toMatchObject({ status: 400, body: { error: { details: { path: 'cursor' } } } });
  });

  test('finds drafts of every type for callers who may read them', async () => {
    const body = await search('q=train&status=draft', { as: 'full-access' });
    expect(new Set(titlesOf(body))).toEqual(
      new Set(['About trains', 'Secret train', 'Night trains', 'Ships', 'Unpublished train', 'Train memo']),
    );
    const edited = await search('q=unpublished&view=edit&fields=title&types=articles', { as: 'full-access' });
    expect(edited.data).toMatchObject([{ status: 'draft', entry: { title: 'Unpublished train', updatedBy: {} } }]);
  });

  test.each<[query: string, status: number, details: object]>([
    ['', 400, { path: 'q' }],
    ['q=', 400, { path: 'q' }],
    ['q=%20', 400, { path: 'q' }],
    ['q=!!', 400, { path: 'q' }],
    ['q=-train', 400, { path: 'q' }],
    ['q[a]=train', 400, { path: 'q' }],
    ['q=train&sort=title', 400, { path: 'sort' }],
    ['q=train&locale=*', 400, { path: 'locale' }],
    ['q=train&fallbackLocale=de', 400, { path: 'fallbackLocale' }],
    ['q=train&filters[locale][$in][0]=en', 400, { type: 'api::about.about' }],
    ['q=train&types=articles&filters[locale][$in][0]=en', 400, { path: 'locale' }],
    ['q=train&types=nothing', 400, { path: 'types' }],
    ['q=train&types=memos', 400, { path: 'types' }],
    ['q=train&types[a][b]=memos', 400, { path: 'types' }],
    ['q=train&types=secrets', 403, {}],
    ['q=train&status=draft&types=articles', 403, {}],
    ['q=train&view=edit&types=articles', 403, {}],
    ['q=train&view=read', 400, { path: 'view' }],
    ['q=train&filters[text]=x', 400, { key: 'text', type: 'api::about.about' }],
    ['q=train&populate=author', 400, { type: 'api::about.about' }],
    ['q=train&types=articles&fields=note', 400, { key: 'note', type: 'api::article.article' }],
    ['q=train&pagination[page]=x', 400, { path: 'page' }],
    ['q=train&pagination[cursor]=x', 400, { path: 'cursor' }],
    ['q=train&page=1', 400, {}],
  ])('refuses %s: %i', async (query, status, details) => {
    const reply = await api.get(`/api/search?${query}`, open);
    expect(reply).toMatchObject({ status, body: { error: { status, details } } });
  });

  test('has an ETag, and may be cached as long as all of its types', async () => {
    const first = await api.get('/api/search?q=train&types=articles,authors', open);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=30, s-maxage=300',
      'surrogate-key': 'api::article.article api::author.author',
    });
    const again = await api.get('/api/search?q=train&types=articles,authors', {
      ...open,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.status).toBe(304);
    expect((await api.get('/api/search?q=train', open)).headers).toMatchObject({ 'cache-control': 'no-cache' });
    const drafts = await api.get('/api/search?q=train&types=authors&status=draft', open);
    expect(drafts.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  });
});

describe('search beside a list', () => {
  const list = async (query: string, call: { readonly as: null | 'full-access' } = open) => {
    const { status, body } = await api.get(`/api/articles?${query}`, call);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body;
  };

  test('filters and ranks', async () => {
    const body = await list('search=train&fields=title');
    expect(titlesOf(body)).toEqual(['Night trains', 'Ships']);
    expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } });
    expect(Object.keys(body.data[0])).toEqual(['id', 'documentId', 'title']);
  });

  test('filters only if there is a sort', async () => {
    expect(titlesOf(await list('search=train&sort=rank'))).toEqual(['Ships', 'Night trains']);
    const paged = await list('search=train&sort=rank&pagination[start]=1&pagination[limit]=1');
    expect(titlesOf(paged)).toEqual(['Night trains']);
    expect(paged.meta.pagination).toEqual({ start: 1, limit: 1, total: 2 });
  });

  test('combines with filters, populate and cursors', async () => {
    expect(titlesOf(await list('search=train&filters[rank]=1'))).toEqual(['Ships']);
    expect((await list('search=night&populate=author')).data[0].author).toMatchObject({ name: 'Maud Bauer' });
    const first = await list('search=train&pagination[cursor]=&pagination[pageSize]=1');
    const cursor = first.meta.pagination.nextCursor as string;
    const second = await list(`search=train&pagination[pageSize]=1&pagination[cursor]=${cursor}`);
    expect([first, second].map(titlesOf)).toEqual([['Night trains'], ['Ships']]);
    expect(second.meta.pagination.nextCursor).toBeNull();
    const sorted = await list('search=train&sort=rank&pagination[cursor]=&pagination[pageSize]=1');
    expect(typeof sorted.meta.pagination.nextCursor).toBe('string');
  });

  test('searches drafts, and with view=edit their status and writers are there', async () => {
    const body = await list('search=unpublished&view=edit', { as: 'full-access' });
    expect(body).toMatchObject({ data: [{ title: 'Unpublished train' }], meta: { status: ['draft'] } });
    const { body: memos } = await api.get('/api/memos?status=draft&search=memo');
    expect(titlesOf(memos)).toEqual(['Train memo']);
  });

  test('is the whole list without a text', async () => {
    expect(titlesOf(await list('search='))).toEqual(['Night trains', 'Ships']);
  });

  test.each<[path: string, details: object]>([
    ['/api/memos?search=train', { path: 'search' }],
    ['/api/articles?search=!!', { path: 'search' }],
    ['/api/articles?search[a]=x', { path: 'search' }],
    ['/api/articles?search=train&locale=*', { path: 'locale' }],
    ['/api/articles?search=train&fallbackLocale=de', { path: 'fallbackLocale' }],
    ['/api/articles?search=train&pagination[cursor]=x', { path: 'cursor' }],
  ])('refuses %s', async (path, details) => {
    expect(await api.get(path, open)).toMatchObject({ status: 400, body: { error: { details } } });
  });
});

test('a document that was unpublished after it was indexed is not found', async () => {
  await api.request('POST', `/api/articles/${ids.ships}/actions/unpublish`);
  expect(titlesOf(await search('q=train&types=articles'))).toEqual(['Night trains']);
  expect(titlesOf((await api.get('/api/articles?search=train', open)).body)).toEqual(['Night trains']);
  expect(titlesOf((await api.get('/api/articles?search=train&sort=rank', open)).body)).toEqual(['Night trains']);
});
