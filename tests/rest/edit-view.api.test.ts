// Checks reads with view=edit: what they show, to whom, and that other reads and related documents do not show it.
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { addMember, permit, type Member } from '../setup/accounts.ts';
import { setPermissions } from '../setup/users.ts';
import {
  createApi,
  schemaOf,
  type Call,
  type Reply,
  componentFile,
  relationTo,
  localized,
  typeFile,
  withDrafts,
} from '../setup/api.ts';
import { pagesOf } from '../setup/pagesOf.ts';

const schema = schemaOf({
  'components/part/check.json': componentFile({
    text: { type: 'string' },
    score: { type: 'integer', private: true },
    pin: { type: 'password' },
  }),
  'author.json': typeFile('author', {
    name: { type: 'string' },
    phone: { type: 'string', private: true },
    articles: relationTo('oneToMany', 'article', { mappedBy: 'author' }),
  }),
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', ...localized },
      note: { type: 'string', private: true, ...localized },
      pin: { type: 'password' },
      check: { type: 'component', component: 'part.check' },
      checks: { type: 'component', component: 'part.check', repeatable: true, private: true },
      zone: { type: 'dynamiczone', components: ['part.check'] },
      author: relationTo('manyToOne', 'author', { inversedBy: 'articles' }),
      rival: relationTo('manyToOne', 'author', { private: true }),
      sequel: relationTo('manyToOne', 'article', { inversedBy: 'prequels' }),
      prequels: relationTo('oneToMany', 'article', { mappedBy: 'sequel' }),
      any: { type: 'relation', relation: 'morphToMany' },
    },
    { ...withDrafts, ...localized },
  ),
  'shelf.json': typeFile('shelf', {
    name: { type: 'string' },
    code: { type: 'string', private: true },
    articles: relationTo('manyToMany', 'article'),
  }),
  'home.json': typeFile(
    'home',
    { title: { type: 'string' }, note: { type: 'string', private: true } },
    { ...withDrafts, kind: 'singleType' },
  ),
});
const cached = { maxAge: 60, sharedMaxAge: 60, staleWhileRevalidate: 0 };
const api = createApi(schema, {
  ...defaultConfig,
  api: { rest: { ...defaultConfig.api.rest, componentIds: true } },
  cache: { ...defaultConfig.cache, types: { 'api::article.article': cached, 'api::shelf.shelf': cached } },
});

const [article, shelf, authorUid] = ['api::article.article', 'api::shelf.shelf', 'api::author.author'];
const everything = ['find', 'findOne', 'create', 'update', 'delete', 'publish'];
const reading = ['find', 'findOne'];

const byToken = { type: 'token', id: expect.any(Number) as unknown, name: 'full-access' };
let [first, second, author] = ['', '', ''];
const titles = ({ body }: Reply): unknown => body.data?.map((one: { title: string }) => one.title);

beforeAll(async () => {
  for (const code of ['fr', 'de']) await api.request('POST', '/api/i18n/locales', { body: { code, name: code } });
  author = await api.create('/api/authors', { name: 'Ann', phone: '12345' });
  const check = { text: 'a', score: 3, pin: 'abcdef' };
  first = await api.create('/api/articles', {
    ...{ title: 'One', note: 'zebra', pin: 'abcdef', author, rival: author },
    ...{ check, checks: [check], zone: [{ __component: 'part.check', ...check }] },
  });
  second = await api.create('/api/articles?status=draft', { title: 'Two', note: 'apple', sequel: first, author });
});

describe('private attributes with view=edit', () => {
  it('are in the answer, with those of components; passwords are not', async () => {
    const { status, body } = await api.get(`/api/articles/${first}?view=edit&populate=*`);
    expect([status, body.data.note, body.data.rival.name, body.data.check.score]).toEqual([200, 'zebra', 'Ann', 3]);
    expect([body.data.checks, body.data.zone[0].score]).toEqual([[{ id: expect.any(Number), text: 'a', score: 3 }], 3]);
    expect(body.data.check.id).toEqual(expect.any(Number));
    expect(JSON.stringify(body)).not.toContain('"pin"');
    // Without it, they are not.
    const plain = await api.get(`/api/articles/${first}?status=draft&populate=*`);
    for (const name of ['note', 'rival', 'score', 'checks', 'createdBy', 'updatedBy'])
      expect(JSON.stringify(plain.body)).not.toContain(`"${name}"`);
  });

  it('are selected, sorted, filtered and searched', async () => {
    const list = (query: string) => api.get(`/api/articles?view=edit&${query}`);
    expect((await list('fields=note&sort=note')).body.data).toEqual([
      { id: expect.any(Number), documentId: second, note: 'apple', createdBy: byToken, updatedBy: byToken },
      { id: expect.any(Number), documentId: first, note: 'zebra', createdBy: byToken, updatedBy: byToken },
    ]);
    for (const query of [
      'filters[note]=zebra',
      'filters[rival][name]=Ann',
      'filters[check][score]=3',
      'filters[checks][score]=3',
      'filters[zone][$any][part.check][score]=3',
      '_q=zebra',
    ])
      expect([query, titles(await list(query))]).toEqual([query, ['One']]);
    expect(titles(await list('sort=check.score:desc'))).toEqual(['One', 'Two']);
    expect(titles(await list('sort=note&pagination[cursor]=&pagination[pageSize]=1'))).toEqual(['Two']);
    const filtered = await list('populate[checks][filters][score]=4&filters[documentId]=' + first);
    expect(filtered.body.data[0].checks).toEqual([]);
  });

  it.each([
    'filters[note]=zebra',
    'filters[rival][name]=Ann',
    'filters[check][score]=3',
    'filters[checks][score]=3',
    'sort=note',
    'fields=note',
    'fields=createdBy',
    'populate=rival',
    'populate[check][fields]=score',
  ])('do not exist without it: %s', async (query) => {
    expect((await api.get(`/api/articles?status=draft&${query}`)).status).toBe(400);
    expect((await api.get(`/api/articles?status=draft&view=&${query}`)).status).toBe(400);
  });

  it.each([
    'filters[pin][$notNull]=true',
    'filters[check][pin][$notNull]=true',
    'fields=pin',
    'sort=pin',
    'filters[author][phone]=12345',
    'filters[rival][phone]=12345',
    'filters[author][articles][note]=zebra',
    'filters[sequel][note]=zebra',
    'filters[sequel][checks][score]=3',
    'sort=author.phone',
    'sort=sequel.note',
    'sort=sequel.check.score',
    'populate[author][fields]=phone',
    'populate[sequel][fields]=note',
    'populate[sequel][populate]=rival',
    'populate[sequel][populate][check][fields]=score',
    'populate[sequel][fields]=updatedBy',
    'populate[localizations][fields]=note',
  ])('of related documents, and passwords, do not exist with it: %s', async (query) => {
    expect((await api.get(`/api/articles?view=edit&${query}`)).status).toBe(400);
  });

  it('related documents are answered as without it', async () => {
    const query = 'populate[sequel][populate]=*&populate[author][populate]=*&populate[rival]=true';
    const { body } = await api.get(`/api/articles/${second}?view=edit&${query}`);
    expect(body.data.note).toBe('apple');
    const { sequel, author: related } = body.data;
    for (const name of ['note', 'rival', 'score', 'checks', 'phone', 'createdBy', 'updatedBy'])
      expect(JSON.stringify([sequel, related])).not.toContain(`"${name}"`);
    expect([sequel.title, related.articles.length]).toEqual(['One', 2]);
  });
});

describe('the version', () => {
  it('is the draft, unless the query names the published one', async () => {
    expect(titles(await api.get('/api/articles?view=edit'))).toEqual(['One', 'Two']);
    expect(titles(await api.get('/api/articles?view=edit&status=published'))).toEqual(['One']);
    const { body } = await api.get(`/api/articles/${first}?view=edit&status=published`);
    expect([body.data.note, body.meta.status]).toEqual(['zebra', undefined]);
  });

  it('any other view is a 400', async () => {
    for (const url of ['/api/articles?view=raw', `/api/articles/${first}?view[]=edit`])
      expect((await api.get(url)).body.error).toMatchObject({ status: 400, details: { path: 'view' } });
  });

  it('single types have the view too', async () => {
    await api.put('/api/home?status=draft', { title: 'h', note: 'n' });
    const { body } = await api.get('/api/home?view=edit');
    expect([body.data.note, body.meta]).toEqual(['n', { status: 'draft' }]);
    expect((await api.get('/api/home?status=draft')).body.data.note).toBeUndefined();
  });

  it('a type without drafts has no status', async () => {
    await api.create('/api/shelves', { name: 's', code: 'c' });
    const { body } = await api.get('/api/shelves?view=edit');
    expect([body.data[0].code, Object.keys(body.meta)]).toEqual(['c', ['pagination']]);
  });
});

describe('meta.status of a list', () => {
  const statuses = async (query: string): Promise<unknown> =>
    (await api.get(`/api/articles?view=edit&filters[note]=status&${query}`)).body.meta.status;

  it('has the status of each document, in the order of data', async () => {
    const make = async (title: string, isPublished: boolean): Promise<string> =>
      api.create(`/api/articles${isPublished ? '' : '?status=draft'}`, { title, note: 'status', author });
    await make('a', false);
    await make('b', true);
    const changed = await make('c', true);
    await api.put(`/api/articles/${changed}?status=draft`, { title: 'cc' });
    expect(await statuses('sort=title')).toEqual(['draft', 'published', 'modified']);
    expect(await statuses('sort=title:desc&fields=title')).toEqual(['modified', 'published', 'draft']);
    expect(await statuses('sort=author.name,title&populate=*')).toEqual(['draft', 'published', 'modified']);
    const page = 'pagination[cursor]=&pagination[pageSize]=2&sort=title';
    expect(await statuses(page)).toEqual(['draft', 'published']);
    expect(await statuses('filters[title]=none')).toEqual([]);
    for (const [filter, status] of [
      ['never-published', 'draft'],
      ['modified', 'modified'],
      ['unmodified', 'published'],
    ] as const)
      expect(await statuses(`publicationFilter=${filter}`)).toEqual([status]);
  });

  it('sorts: drafts first, then modified and published ones, each by their last change', async () => {
    await api.create('/api/articles?status=draft', { title: 'd', note: 'status', author });
    const inOrder = ['draft', 'draft', 'modified', 'published'];
    expect(await statuses('sort=$status')).toEqual(inOrder);
    expect(await statuses('sort[$status]=desc')).toEqual(inOrder.toReversed());
    const titles = async (query: string): Promise<readonly string[]> => {
      const { body } = await api.get(`/api/articles?view=edit&filters[note]=status&fields=title&${query}`);
      return body.data.map(({ title }: { title: string }) => title);
    };
    expect(await titles('sort=$status:asc')).toEqual(['a', 'd', 'cc', 'b']);
    expect(await titles('sort=$status:desc,title')).toEqual(['b', 'cc', 'd', 'a']);
    const list = '/api/articles?view=edit&filters[note]=status&fields=title&sort=$status:desc';
    expect((await pagesOf(api, list, 1)).flat().map(({ title }) => title)).toEqual(['b', 'cc', 'd', 'a']);
  });

  it.each([
    '/api/articles?sort=$status',
    '/api/articles?status=draft&sort=$status',
    '/api/articles?view=edit&status=published&sort=$status',
    '/api/shelves?view=edit&sort=$status',
    '/api/articles?view=edit&sort=sequel.$status',
    '/api/articles?view=edit&populate[prequels][sort]=$status',
    '/api/articles?view=edit&filters[$status]=draft',
  ])('is no sort or filter elsewhere: %s', async (url) => {
    const { status, body } = await api.get(url);
    expect([status, body.error.details.key]).toEqual([400, '$status']);
  });

  it('is not in other lists', async () => {
    for (const query of ['status=draft', 'view=edit&status=published'])
      expect(Object.keys((await api.get(`/api/articles?${query}`)).body.meta)).toEqual(['pagination']);
  });
});

it('meta.availableLocales has every locale of the document, with its status and times', async () => {
  const documentId = await api.create('/api/articles', { title: 'en', note: 'here' });
  await api.put(`/api/articles/${documentId}?locale=fr&status=draft`, { title: 'fr' });
  const read = (query: string) => api.get(`/api/articles/${documentId}?view=edit&${query}`);
  const { body } = await read('locale=fr');
  const time = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;
  const all = [
    { locale: 'en', status: 'published', updatedAt: time, publishedAt: time },
    { locale: 'fr', status: 'draft', updatedAt: body.data.updatedAt as unknown, publishedAt: null },
  ];
  expect(body.meta).toEqual({ status: 'draft', availableLocales: all });
  expect((await read('locale=en&filters[title]=en')).body.meta).toEqual({
    ...{ status: 'published', availableLocales: all },
  });
  expect((await read('status=published')).body.meta).toEqual({ availableLocales: all });
  expect((await read('locale=de')).status).toBe(404);
  expect((await api.get(`/api/articles/${documentId}?status=draft`)).body.meta).toEqual({ status: 'published' });
});

describe('callers', () => {
  it.each([
    ['may find but not update the type', () => permit(article, reading)],
    ['may update another type', () => [...permit(article, reading), ...permit(shelf, everything)]],
    ['may update but not find it', () => permit(article, ['update'])],
  ])('a user who %s is refused', async (_, permissions) => {
    const { as } = await addMember(api.service(), permissions());
    for (const url of ['/api/articles?view=edit', `/api/articles/${first}?view=edit&status=published`])
      expect((await api.get(url, { as })).status).toBe(403);
  });

  it.each(['read-only', 'published-only'] as const)('a %s token is refused', async (tokenType) => {
    const { accessKey } = await createToken(api.service(), { name: `${tokenType} edit`, type: tokenType });
    for (const query of ['view=edit', 'view=edit&status=published'])
      expect((await api.get(`/api/articles?${query}`, { as: { token: accessKey } })).status).toBe(403);
  });

  it('a preview link shows nothing private', async () => {
    const link = (await api.request('POST', `/api/articles/${first}/actions/preview-link`)).body.data.token as string;
    const { status, body } = await api.get(`/api/articles/${first}?preview=${link}&view=edit`);
    expect([status, body.data.title, 'note' in body.data, 'updatedBy' in body.data]).toEqual([
      200,
      'One',
      false,
      false,
    ]);
  });

  describe('under a condition', () => {
    let [mary, tom]: Member[] = [];
    let ofMary = '';
    beforeAll(async () => {
      const own = { own: true as const };
      const permissions = [
        ...permit(article, [...reading, 'create', 'publish']),
        ...permit(article, ['update'], own),
        ...permit(shelf, [...reading, 'create']),
        ...permit(shelf, ['update'], { filters: { name: 'mine' } }),
        ...permit(authorUid, reading),
      ];
      mary = await addMember(api.service(), permissions);
      tom = await addMember(api.service(), permissions);
      ofMary = await api.create('/api/articles', { title: 'Of Mary', note: 'secret', sequel: first }, { as: mary.as });
    });

    it('on update: documents outside of it do not exist, in either version', async () => {
      for (const version of ['', '&status=published']) {
        const query = `view=edit${version}&filters[note][$notNull]=true`;
        const [ofTom, own] = [
          await api.get(`/api/articles?${query}`, tom),
          await api.get(`/api/articles?${query}`, mary),
        ];
        expect([ofTom.body.data, ofTom.body.meta.pagination.total]).toEqual([[], 0]);
        expect(titles(own)).toEqual(['Of Mary']);
        expect((await api.get(`/api/articles/${ofMary}?view=edit${version}`, tom)).status).toBe(404);
        expect((await api.get(`/api/articles/${ofMary}?view=edit${version}`, mary)).body.data.note).toBe('secret');
        // Without the view it is there.
        expect((await api.get(`/api/articles/${ofMary}`, tom)).body.data.title).toBe('Of Mary');
      }
    });

    it('on a type without drafts, too', async () => {
      for (const name of ['mine', 'other']) await api.create('/api/shelves', { name, code: name });
      const { body } = await api.get('/api/shelves?view=edit', mary);
      expect(body.data.map(({ code }: { code: string }) => code)).toEqual(['mine']);
      expect((await api.get('/api/shelves?view=edit&filters[code]=other', mary)).body.data).toEqual([]);
    });

    it('available locales are those within it', async () => {
      const documentId = await api.create('/api/articles?locale=en', { title: 'x' });
      const condition = { filters: { title: { $startsWith: 'x' } } };
      const { as } = await addMember(api.service(), [
        ...permit(article, reading),
        ...permit(article, ['update'], condition),
      ]);
      await api.put(`/api/articles/${documentId}?locale=fr`, { title: 'xx' });
      await api.put(`/api/articles/${documentId}?locale=de`, { title: 'hidden' });
      const { meta } = (await api.get(`/api/articles/${documentId}?view=edit`, { as })).body;
      expect(meta.availableLocales.map(({ locale }: { locale: string }) => locale)).toEqual(['en', 'fr']);
    });
  });

  describe('who may see only published versions of related documents', () => {
    const populate = 'populate[sequel][fields]=title&populate[prequels][fields]=title&populate[any][populate]=*';
    let ann: Member;
    let [draft, modified, foreign] = ['', '', ''];
    beforeAll(async () => {
      const own = { own: true as const };
      ann = await addMember(api.service(), [
        ...permit(article, [...reading, 'create', 'publish']),
        ...permit(article, ['update'], own),
      ]);
      draft = await api.create('/api/articles?status=draft', { title: 'Foreign draft' });
      modified = await api.create('/api/articles', { title: 'Foreign published' });
      await api.put(`/api/articles/${modified}?status=draft`, { title: 'Foreign change' });
      foreign = await api.create('/api/articles', { title: 'Foreign prequel' });
    });
    const mine = (data: object): Promise<string> =>
      api.create('/api/articles?status=draft', { title: 'Mine', ...data }, { as: ann.as });
    const any = (...ids: readonly string[]) => ids.map((documentId) => ({ __type: article, documentId }));
    const titlesIn = async (documentId: string, query = 'view=edit', as: Call['as'] = ann.as): Promise<unknown> => {
      const { status, body } = await api.get(`/api/articles/${documentId}?${query}&${populate}`, { as });
      if (status !== 200) throw new Error(JSON.stringify(body));
      const { sequel, prequels, any: related } = body.data;
      return [sequel?.title, ...[prequels, related].map((list) => list.map(({ title }: { title: string }) => title))];
    };

    it('sees them, and no draft of others', async () => {
      const ownDraft = await mine({ title: 'My draft' });
      const documentId = await mine({ sequel: modified, any: any(foreign) });
      expect(
        (await api.put(`/api/articles/${documentId}?status=draft`, { any: any(draft, modified, ownDraft) })).status,
      ).toBe(200);
      expect(await titlesIn(documentId)).toEqual(['Foreign published', [], ['Foreign published', 'My draft']]);
      // Callers that may see the drafts see those.
      expect(await titlesIn(documentId, 'view=edit', 'full-access')).toEqual([
        'Foreign change',
        [],
        ['Foreign draft', 'Foreign change', 'My draft'],
      ]);
      // Without the view, drafts have related drafts only.
      expect(await titlesIn(documentId, 'status=draft')).toEqual([undefined, [], ['My draft']]);
    });

    it('sees them on the side that does not store the links', async () => {
      const documentId = await mine({ title: 'Followed' });
      const first = await mine({ title: 'My prequel', sequel: documentId });
      for (const id of [foreign, draft]) await api.put(`/api/articles/${id}?status=draft`, { sequel: documentId });
      expect(await titlesIn(documentId)).toEqual([undefined, ['My prequel'], []]);
      // A published version is related if it is published with the link.
      await api.request('POST', `/api/articles/${foreign}/actions/publish`);
      expect(await titlesIn(documentId)).toEqual([undefined, ['My prequel', 'Foreign prequel'], []]);
      const counted = await api.get(`/api/articles/${documentId}?view=edit&populate[prequels][count]=true`, ann);
      expect(counted.body.data.prequels).toEqual({ count: 2 });
      expect((await api.get(`/api/articles/${first}?view=edit&${populate}`, ann)).body.data.sequel.title).toBe(
        'Followed',
      );
    });

    it('also if they may read no draft of the type', async () => {
      const { as } = await addMember(api.service(), [
        ...permit(article, reading),
        ...permit(shelf, ['find', 'findOne', 'create', 'update']),
      ]);
      const board = await api.create('/api/shelves', { name: 'board', articles: [draft, modified] });
      const { body } = await api.get(`/api/shelves/${board}?view=edit&populate=articles`, { as });
      expect(titles({ body: { data: body.data.articles } } as Reply)).toEqual(['Foreign published']);
    });
  });

  it('no cache keeps the answer, even for the public', async () => {
    await setPermissions(api, 'public', [...permit(shelf, everything), ...permit(article, reading)]);
    expect((await api.get('/api/shelves', { as: null })).headers['cache-control']).toMatch(/^public/);
    const { status, headers } = await api.get('/api/shelves?view=edit', { as: null });
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
  });
});

describe('other types', () => {
  it.each(['/api/users', '/api/users/1', '/api/upload/files', '/api/users-permissions/roles'])(
    '%s has no such view',
    async (url) => {
      const [plain, edit] = [await api.get(url), await api.get(`${url}?view=edit`)];
      expect([edit.status, edit.body]).toEqual([plain.status, plain.body]);
      expect(plain.status).toBe(200);
    },
  );
});
