// Checks preview links: who may create one, what it shows, and when it is refused.
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, testConfig, type Call, type Reply } from '../setup/api.ts';
import { setPermissions, registerUser, type Member } from '../setup/users.ts';

const api = createApi(library);
const apiWithPage = createApi(library, {
  ...testConfig,
  preview: { url: 'https://site.example/{type}/{plural}/{documentId}?in={locale}&token={token}', maxSeconds: 60 },
});
const apiWithStatus = createApi(library, {
  ...testConfig,
  preview: { url: 'https://site.example/{documentId}?token={token}&status={status}', maxSeconds: 60 },
});
const open: Call = { as: null };

const draft = (plural: string, data: object): Promise<string> => api.create(`/api/${plural}?status=draft`, data);

const linkOf = async (documentId: string, data?: object, call?: Call): Promise<Reply> =>
  api.request('POST', `/api/books/${documentId}/actions/preview-link`, {
    ...call,
    ...(data === undefined ? {} : { body: { data } }),
  });
const tokenOf = async (documentId: string): Promise<string> => (await linkOf(documentId)).body.data.token as string;

/** Reads with a preview link, without other credentials by default. */
const readPreview = (url: string, token: string, call = open): Promise<Reply> =>
  api.get(`${url}${url.includes('?') ? '&' : '?'}preview=${token}`, call);

const passTime = (ms: number): void => {
  const now = Date.now();
  vi.spyOn(api.service(), 'now').mockImplementation(() => new Date(now + ms));
};
let member: Member;
beforeAll(async () => {
  member = await registerUser(api, 'member');
});

let book: string;
let token: string;
beforeEach(async () => {
  book = await draft('books', { title: 'Not out yet' });
  token = await tokenOf(book);
});

describe('a preview link', () => {
  it('shows the draft to a caller without permissions', async () => {
    const url = `/api/books/${book}`;
    expect((await api.get(url, open)).status).toBe(403);
    const { status, body } = await readPreview(url, token);
    expect([status, body.data.title, body.meta]).toEqual([200, 'Not out yet', { status: 'draft' }]);
    expect((await readPreview(`${url}?status=`, token)).body.data.title).toBe('Not out yet');
  });

  it('shows it to a caller who may find only other documents of its type', async () => {
    await setPermissions(api, 'public', [{ action: 'api::book.book.findOne', filters: { title: { $eq: 'Other' } } }]);
    expect((await api.get(`/api/books/${book}`, open)).status).toBe(404);
    expect((await readPreview(`/api/books/${book}`, token)).body.data.title).toBe('Not out yet');
    await setPermissions(api, 'public', []);
  });

  it('has a URL of the draft, which works for an hour', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { status, body, headers } = await linkOf(book);
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    const { url, token: made, expiresAt } = body.data;
    expect(url).toBe(`/api/books/${book}?status=draft&preview=${made as string}`);
    expect(Date.parse(expiresAt as string) - before - 3_600_000).toBeLessThan(60_000);
    expect(Date.parse(expiresAt as string)).toBeGreaterThanOrEqual(before + 3_600_000);
    expect((await api.get(url as string, open)).body.data.title).toBe('Not out yet');
  });

  it('has the configured URL of a page of the site', async () => {
    const { body } = await apiWithPage.post('/api/books?status=draft', { title: 'x' });
    const id = body.data.documentId as string;
    const { data } = (await apiWithPage.request('POST', `/api/books/${id}/actions/preview-link`)).body;
    expect(data.url).toBe(`https://site.example/book/books/${id}?in=&token=${data.token as string}`);
    expect(data).not.toHaveProperty('publishedUrl');
    // The configured time is the maximum.
    expect(Date.parse(data.expiresAt as string)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('has the page of what is published too, if the configured URL has a place for the status', async () => {
    const { documentId } = (await apiWithStatus.post('/api/books?status=draft', { title: 'x' })).body.data;
    const { data } = (await apiWithStatus.request('POST', `/api/books/${documentId as string}/actions/preview-link`))
      .body;
    const page = `https://site.example/${documentId as string}?token=${data.token as string}&status=`;
    expect([data.url, data.publishedUrl]).toEqual([`${page}draft`, `${page}published`]);
  });

  it('shows later edits of the draft, also of a published document', async () => {
    await api.put(`/api/books/${book}`, { title: 'Out' });
    await api.put(`/api/books/${book}?status=draft`, { title: 'Out, better' });
    const { body } = await readPreview(`/api/books/${book}`, token);
    expect([body.data.title, body.meta]).toEqual(['Out, better', { status: 'modified' }]);
  });

  it('shows nothing after the document is deleted', async () => {
    await api.delete(`/api/books/${book}`);
    expect((await readPreview(`/api/books/${book}`, token)).status).toBe(404);
  });

  it('shows the draft of a single type while it is the same document', async () => {
    await api.put('/api/home?status=draft', { title: 'Soon' });
    const { body } = await api.request('POST', '/api/home/actions/preview-link');
    const { url, token: home } = body.data;
    expect(url).toBe(`/api/home?status=draft&preview=${home as string}`);
    expect((await api.get(url as string, open)).body.data.title).toBe('Soon');
    await api.delete('/api/home');
    await api.put('/api/home?status=draft', { title: 'Another' });
    expect((await api.get(url as string, open)).status).toBe(404);
  });

  it('is stored by no cache', async () => {
    const reply = await readPreview(`/api/books/${book}`, token);
    expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    const etag = { 'If-None-Match': String(reply.headers.etag) };
    const known = await readPreview(`/api/books/${book}`, token, { ...open, headers: etag });
    expect([known.status, known.headers['cache-control']]).toEqual([304, 'private, no-store']);
  });
});

describe('of documents related to the draft, a preview link shows', () => {
  const everything =
    'populate[authors][populate]=*&populate[editor]=true&populate[shelf][populate]=books&populate[like]=true';

  it('none that the public may not find', async () => {
    const shelf = await api.create('/api/shelves', { name: 'A' });
    const editor = await api.create('/api/authors', { name: 'Ed' });
    await api.put(`/api/books/${book}?status=draft`, { shelf, editor });
    const { data } = (await readPreview(`/api/books/${book}?${everything}`, token)).body;
    for (const name of ['shelf', 'editor', 'authors', 'like']) expect(data).not.toHaveProperty(name);
    expect(
      (await readPreview(`/api/books/${book}?populate[shelf][filters][name]=A`, token)).body.data,
    ).not.toHaveProperty('shelf');
  });

  describe('if the public may find them,', () => {
    beforeAll(async () => {
      const permissions = ['author', 'shelf', 'book'].map((name) => ({ action: `api::${name}.${name}.find` }));
      await setPermissions(api, 'public', permissions);
    });

    it('the published versions', async () => {
      const shelf = await api.create('/api/shelves', { name: 'A' });
      const editor = await api.create('/api/authors', { name: 'Ed' });
      await api.put(`/api/authors/${editor}?status=draft`, { name: 'Ed, unpublished' });
      const [out, out2] = [
        await api.create('/api/books', { title: 'Out' }),
        await api.create('/api/books', { title: 'Out 2' }),
      ];
      await api.put(`/api/books/${book}?status=draft`, { shelf, editor, like: [out2, out] });
      const { data } = (await readPreview(`/api/books/${book}?${everything}`, token)).body;
      expect(data.editor.name).toBe('Ed');
      expect(data.like.map(({ title }: { title: string }) => title)).toEqual(['Out 2', 'Out']);
      // Only the draft of the book is on the shelf, so the shelf shows no book.
      expect([data.shelf.name, data.shelf.books]).toEqual(['A', []]);
    });

    it('no draft, not even that one exists', async () => {
      const author = await draft('authors', { name: 'Hidden author' });
      const other = await draft('books', { title: 'Hidden book' });
      await api.put(`/api/books/${book}?status=draft`, {
        ...{ authors: [author], editor: author, like: [other], sequel: other },
        ...{ quotes: [{ text: 'said', from: author }], body: [{ __component: 'part.quote', text: 'z', from: author }] },
      });
      const url =
        `/api/books/${book}?${everything}&populate[sequel][populate]=*&populate[prequel]=true` +
        '&populate[quotes][populate]=from&populate[body][on][part.quote][populate]=from';
      const { status, body } = await readPreview(url, token);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/hidden/i);
      for (const id of [author, other]) expect(JSON.stringify(body)).not.toContain(id);
      expect(body.data).toMatchObject({ authors: [], editor: null, like: [], sequel: null, quotes: [{ from: null }] });
      expect((await readPreview(`/api/books/${book}?populate[like][count]=true`, token)).body.data.like).toEqual({
        count: 0,
      });
      const named = `/api/books/${book}?populate[quotes][filters][from][name]=Hidden author`;
      expect((await readPreview(named, token)).body.data.quotes).toEqual([]);
    });

    it('the published version of the document itself', async () => {
      await api.put(`/api/books/${book}`, { title: 'First edition', like: [book] });
      await api.put(`/api/books/${book}?status=draft`, { title: 'Second edition' });
      const { data } = (await readPreview(`/api/books/${book}?populate=like`, token)).body;
      expect([data.title, data.like[0].title]).toEqual(['Second edition', 'First edition']);
    });
  });

  it('components, without private attributes', async () => {
    await api.put(`/api/books/${book}?status=draft`, {
      ...{ note: 'for us', secret: 'pass', page: { title: 'p', quote: { text: 'q', pin: 'pin' } } },
    });
    const { data } = (await readPreview(`/api/books/${book}?populate[page][populate]=quote`, token)).body;
    expect(data.page).toEqual({ title: 'p', quote: { text: 'q' } });
    for (const name of ['note', 'secret']) {
      expect(data).not.toHaveProperty(name);
      expect((await readPreview(`/api/books/${book}?fields=${name}`, token)).status).toBe(400);
    }
  });

  it('those that the credentials permit, in their published versions', async () => {
    const editor = await api.create('/api/authors', { name: 'Ed' });
    await api.put(`/api/authors/${editor}?status=draft`, { name: 'Ed, unpublished' });
    await api.put(`/api/books/${book}?status=draft`, { editor });
    const { accessKey } = await createToken(api.service(), {
      ...{ name: `authors ${book}`, type: 'custom', permissions: ['api::author.author.find'] },
    });
    const url = `/api/books/${book}?populate=editor`;
    expect((await readPreview(url, token, { as: { token: accessKey } })).body.data.editor.name).toBe('Ed');
    expect((await readPreview(url, token, { as: { token: 'none' } })).status).toBe(401);
  });
});

describe('a preview link is refused', () => {
  const errorOf = async (reply: Promise<Reply>): Promise<readonly unknown[]> => {
    const { status, body } = await reply;
    return [status, body.error.message];
  };
  const invalidLink = [401, 'Invalid preview link'];

  it('for another document', async () => {
    const other = await draft('books', { title: 'Another' });
    expect(await errorOf(readPreview(`/api/books/${other}`, token))).toEqual([
      403,
      'The preview link is for another document',
    ]);
  });

  it('for another type', async () => {
    expect(await errorOf(readPreview(`/api/authors/${book}`, token))).toEqual(invalidLink);
    expect(await errorOf(readPreview('/api/home', token))).toEqual(invalidLink);
  });

  it('from the moment when it expires', async () => {
    const { body } = await linkOf(book, { expiresIn: 5 });
    const url = `/api/books/${book}`;
    const left = Date.parse(body.data.expiresAt as string) - Date.now();
    passTime(left - 100);
    expect((await readPreview(url, body.data.token as string)).status).toBe(200);
    passTime(left + 100);
    expect(await errorOf(readPreview(url, body.data.token as string))).toEqual([
      401,
      'The preview link has expired: ask for another',
    ]);
  });

  it('after the secret changed', async () => {
    const { secrets } = api.service();
    vi.spyOn(api.service(), 'secrets', 'get').mockReturnValue({ ...secrets, tokens: 'x'.repeat(40) });
    expect(await errorOf(readPreview(`/api/books/${book}`, token))).toEqual(invalidLink);
  });

  it('after any change of the token', async () => {
    const url = `/api/books/${book}`;
    const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~');
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom('', ...letters),
        fc.boolean(),
        async (at, letter, inserts) => {
          const changed = token.slice(0, at) + letter + token.slice(inserts ? at : at + 1);
          fc.pre(changed !== token);
          expect([401, 403]).toContain((await readPreview(url, changed)).status);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each(['', 'true', 'a&preview=b', '1....'])('if it is not a token: %s', async (invalidToken) => {
    expect(await errorOf(readPreview(`/api/books/${book}`, invalidToken))).toEqual(invalidLink);
  });

  it.each([
    'filters[title]=x',
    'sort=title',
    'pagination[page]=1',
    '_q=x',
    'publicationFilter=modified',
    'hasPublishedVersion=true',
    'fallbackLocale=en',
    'status=published',
    'status=x',
    'populate=nope',
  ])('together with %s', async (parameter) => {
    expect((await readPreview(`/api/books/${book}?${parameter}`, token)).status).toBe(400);
  });

  it.each(['GET ', 'POST ', 'PUT /:id', 'DELETE /:id', 'POST /:id/actions/publish', 'POST /actions/bulk', 'GET /uid'])(
    'on another route: %s',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await api.request(method, `/api/books${path.replace(':id', book)}?preview=${token}`);
      expect([status, body.error.details]).toEqual([400, { path: 'preview' }]);
      expect((await api.get(`/api/books/${book}?status=draft`)).body.data.title).toBe('Not out yet');
    },
  );
});

describe('the permission to create a preview link', () => {
  it('is the permission to read the draft', async () => {
    const permissions = (...names: readonly string[]) => names.map((name) => `api::book.book.${name}`);
    const createCaller = async (name: string, permitted: readonly string[]): Promise<Call> => {
      const newToken = { name: `${name} ${book}`, type: 'custom', permissions: permitted } as const;
      return { as: { token: (await createToken(api.service(), newToken)).accessKey } };
    };
    expect((await linkOf(book, undefined, { as: 'read-only' })).status).toBe(200);
    expect((await linkOf(book, undefined, await createCaller('one', permissions('findOne')))).status).toBe(200);
    expect((await linkOf(book, undefined, await createCaller('list', permissions('find')))).status).toBe(403);
    expect((await linkOf(book, undefined, { as: null })).status).toBe(403);
  });

  it('is, for users, the permission to update the type and to read the document', async () => {
    const linkWith = (...permitted: readonly object[]) =>
      setPermissions(api, 'authenticated', permitted as Parameters<typeof setPermissions>[2]).then(() =>
        linkOf(book, undefined, member),
      );
    const [findOne, update] = [{ action: 'api::book.book.findOne' }, { action: 'api::book.book.update' }];
    expect((await linkWith(findOne)).status).toBe(403);
    expect((await linkWith(findOne, update)).status).toBe(200);
    expect((await linkWith({ ...findOne, filters: { title: { $eq: 'Other' } } }, update)).status).toBe(404);
    expect((await linkWith(findOne, { ...update, own: true })).status).toBe(404);
  });
});

describe('a preview link is not created', () => {
  const values = [{ expiresIn: 0 }, { expiresIn: 604_801 }, { expiresIn: 1.5 }, { expiresIn: '60' }, { expires: 60 }];
  it.each([...values, [], null])('for the data %j', async (data) => {
    expect((await linkOf(book, data as object)).status).toBe(400);
  });

  it('for a type without drafts', async () => {
    const shelf = await api.create('/api/shelves', { name: 'A' });
    const { status, body } = await api.request('POST', `/api/shelves/${shelf}/actions/preview-link`);
    expect([status, body.error.message]).toEqual([400, 'shelf has no drafts: there is nothing to preview']);
  });

  it('for a missing document', async () => {
    expect((await linkOf('nothing')).status).toBe(404);
    for (const [method, url] of [
      ['POST', '/api/books/actions/preview-link'],
      ['POST', '/api/home/x/actions/preview-link'],
      ['POST', '/api/nope/x/actions/preview-link'],
    ] as const)
      expect((await api.request(method, url)).status).toBe(404);
    expect((await api.get(`/api/books/${book}/actions/preview-link`)).status).toBe(405);
  });

  it('with If-Match, because it writes nothing', async () => {
    expect((await linkOf(book, undefined, { headers: { 'If-Match': '*' } })).status).toBe(400);
  });
});
