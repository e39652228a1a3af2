// Checks publish, unpublish and discard-draft: the versions of a document and its relations afterwards.
import { describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';

const api = createApi(library);

const runAction = (path: string, action: string, query = ''): Promise<Reply> =>
  api.request('POST', `/api/${path}/actions/${action}${query}`);

const expectAction = async (path: string, action: string): Promise<Reply['body']> => {
  const { status, body } = await runAction(path, action);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

const read = async (path: string, status: 'draft' | 'published', query = ''): Promise<Reply['body']> =>
  (await api.get(`/api/${path}?status=${status}${query}`)).body.data;

const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';

describe('publish', () => {
  it('copies the draft to the published version and answers that', async () => {
    const book = await api.create('/api/books?status=draft', { title: 'One', quotes: [{ text: 'q' }] });
    const answer = await expectAction(`books/${book}`, 'publish');
    expect(answer).toEqual(await read(`books/${book}`, 'published'));
    expect(answer).toMatchObject({ documentId: book, title: 'One', publishedAt: expect.any(String) as unknown });
    await api.put(`/api/books/${book}?status=draft`, { title: 'Two', quotes: [] });
    const { body } = await runAction(`books/${book}`, 'publish', '?fields=title&populate=quotes&status=draft');
    expect(body).toEqual({ data: { id: answer.id, documentId: book, title: 'Two', quotes: [] }, meta: {} });
  });

  it('sets the same times as a PUT without values', async () => {
    const [acting, putting] = [
      await api.create('/api/books', { title: 'a' }),
      await api.create('/api/books', { title: 'b' }),
    ];
    await expectAction(`books/${acting}`, 'publish');
    await api.put(`/api/books/${putting}`, {});
    for (const book of [acting, putting]) {
      const [draft, published] = [await read(`books/${book}`, 'draft'), await read(`books/${book}`, 'published')];
      expect(draft.updatedAt).toBe(published.updatedAt);
      expect(published.publishedAt).toBe(published.updatedAt);
      expect(published.updatedAt > published.createdAt).toBe(true);
    }
  });

  it('validates the whole draft, returns all errors together, and then publishes nothing', async () => {
    const book = await api.create('/api/books?status=draft', { year: 3 });
    const author = await api.create('/api/authors', { name: 'a' });
    await api.put(`/api/books/${book}?status=draft`, { year: null, authors: [author] });
    const { status, body } = await runAction(`books/${book}`, 'publish');
    expect([status, body.error.details.errors.map(({ path }: { path: string[] }) => path)]).toEqual([400, [['title']]]);
    expect((await api.get(`/api/books/${book}`)).status).toBe(404);
  });

  it('takes a target with a single owner from the document that published it before', async () => {
    const target = await api.create('/api/books', { title: 't' });
    const before = await api.create('/api/books', { title: 'b', sequel: target });
    const now = await api.create('/api/books', { title: 'n' });
    await api.put(`/api/books/${now}?status=draft`, { sequel: target });
    await expectAction(`books/${now}`, 'publish');
    expect(await read(`books/${before}`, 'published', '&populate=sequel')).toMatchObject({ sequel: null });
    expect(await read(`books/${target}`, 'published', '&populate=prequel')).toMatchObject({ prequel: { title: 'n' } });
  });
});

describe('unpublish', () => {
  it('removes the published version, and answers the unchanged draft', async () => {
    const book = await api.create('/api/books', { title: 'One' });
    await api.put(`/api/books/${book}?status=draft`, { title: 'Two' });
    const draft = await read(`books/${book}`, 'draft');
    expect(await expectAction(`books/${book}`, 'unpublish')).toEqual(draft);
    expect((await api.get(`/api/books/${book}`)).status).toBe(404);
    expect(await read(`books/${book}`, 'draft')).toEqual(draft);
    expect(await expectAction(`books/${book}`, 'publish')).toMatchObject({ title: 'Two', createdAt: draft.createdAt });
  });

  it('hides the document in relations until it is published again', async () => {
    const author = await api.create('/api/authors', { name: 'a' });
    const book = await api.create('/api/books', { title: 'b', authors: [author], editor: author });
    await expectAction(`authors/${author}`, 'unpublish');
    expect(await read(`books/${book}`, 'published', '&populate=*')).toMatchObject({ authors: [], editor: null });
    expect(await read(`books/${book}`, 'draft', '&populate=*')).toMatchObject({ authors: [{ name: 'a' }] });
    await expectAction(`authors/${author}`, 'publish');
    expect(await read(`books/${book}`, 'published', '&populate=*')).toMatchObject({
      ...{ authors: [{ name: 'a' }], editor: { name: 'a' } },
    });
  });

  it('creates a draft if there was none', async () => {
    const book = await api.create('/api/books', { title: 'converted' });
    await (await api.collection('books')).updateOne({ documentId: book }, { $unset: { draft: 1 } });
    expect(await expectAction(`books/${book}`, 'unpublish')).toMatchObject({ title: 'converted', publishedAt: null });
  });
});

describe('discard-draft', () => {
  it('copies the published version to the draft, which is then unmodified, and answers it', async () => {
    const book = await api.create('/api/books', { title: 'One', isbn: '9007199254740993', quotes: [{ text: 'q' }] });
    const published = await read(`books/${book}`, 'published', '&populate=quotes');
    const { id } = await read(`books/${book}`, 'draft');
    await api.put(`/api/books/${book}?status=draft`, { title: 'Two', isbn: null, quotes: [] });
    const { status, body } = await runAction(`books/${book}`, 'discard-draft', '?populate=quotes');
    expect([status, body.data]).toEqual([200, { ...published, id, publishedAt: null }]);
    const modified = await api.get('/api/books?status=draft&publicationFilter=modified');
    expect(modified.body.data.map(({ documentId }: { documentId: string }) => documentId)).not.toContain(book);
    expect(await read(`books/${book}`, 'published', '&populate=quotes')).toEqual(published);
  });

  it('restores the links that the draft owns, and takes their targets from other drafts', async () => {
    const target = await api.create('/api/books', { title: 't' });
    const book = await api.create('/api/books', { title: 'b', sequel: target });
    const taker = await api.create('/api/books?status=draft', { title: 'taker', sequel: target });
    expect(await read(`books/${book}`, 'draft', '&populate=sequel')).toMatchObject({ sequel: null });
    await expectAction(`books/${book}`, 'discard-draft');
    expect(await read(`books/${book}`, 'draft', '&populate=sequel')).toMatchObject({ sequel: { title: 't' } });
    expect(await read(`books/${taker}`, 'draft', '&populate=sequel')).toMatchObject({ sequel: null });
    expect(await read(`books/${target}`, 'draft', '&populate=prequel')).toMatchObject({ prequel: { title: 'b' } });
  });

  it('restores inverse links in their order', async () => {
    const author = await api.create('/api/authors', { name: 'a' });
    const books = await Promise.all(['1', '2', '3'].map((title) => api.create('/api/books', { title })));
    await api.put(`/api/authors/${author}`, { books: [books[1], books[0]], edited: [books[0]] });
    const other = await api.create('/api/authors?status=draft', { name: 'o', edited: [books[0]] });
    await api.put(`/api/authors/${author}?status=draft`, { books: [books[2], books[0], books[1]] });
    await expectAction(`authors/${author}`, 'discard-draft');
    expect(await read(`authors/${author}`, 'draft', '&populate=*')).toMatchObject({
      books: [{ title: '2' }, { title: '1' }],
      edited: [{ title: '1' }],
    });
    expect(await read(`books/${books[2] ?? ''}`, 'draft', '&populate=authors')).toMatchObject({ authors: [] });
    expect(await read(`authors/${other}`, 'draft', '&populate=edited')).toMatchObject({ edited: [] });
  });

  it('does not change links of drafts that are not published, except to a target with a single owner', async () => {
    const author = await api.create('/api/authors', { name: 'a' });
    const draft = await api.create('/api/books?status=draft', { title: 'new', authors: [author] });
    await expectAction(`authors/${author}`, 'discard-draft');
    expect(await read(`books/${draft}`, 'draft', '&populate=authors')).toMatchObject({ authors: [{ name: 'a' }] });

    const sequel = await api.create('/api/books', { title: 's' });
    const published = await api.create('/api/books', { title: 'p', sequel });
    const taker = await api.create('/api/books?status=draft', { title: 'd', sequel });
    await expectAction(`books/${sequel}`, 'discard-draft');
    expect(await read(`books/${sequel}`, 'draft', '&populate=prequel')).toMatchObject({ prequel: { title: 'p' } });
    expect(await read(`books/${published}`, 'draft', '&populate=sequel')).toMatchObject({ sequel: { title: 's' } });
    expect(await read(`books/${taker}`, 'draft', '&populate=sequel')).toMatchObject({ sequel: null });
  });
});

it('a single type has the same actions', async () => {
  expect((await runAction('home', 'publish')).status).toBe(404);
  await api.put('/api/home?status=draft', { title: 'Home' });
  expect(await expectAction('home', 'publish')).toMatchObject({ title: 'Home' });
  await api.put('/api/home?status=draft', { title: 'Changed' });
  expect(await expectAction('home', 'discard-draft')).toMatchObject({ title: 'Home', publishedAt: null });
  expect(await expectAction('home', 'unpublish')).toMatchObject({ title: 'Home', publishedAt: null });
  expect((await api.get('/api/home')).status).toBe(404);
  expect(await read('home', 'draft')).toMatchObject({ title: 'Home' });
});

describe('an action that is not possible', () => {
  const errorOf = (reply: Reply): readonly unknown[] => [reply.status, reply.body.error.name, reply.body.error.message];

  it.each(['publish', 'unpublish', 'discard-draft'])('is 404 for a missing document: %s', async (action) => {
    expect(errorOf(await runAction(`books/${absent}`, action))).toEqual([404, 'NotFoundError', 'Document not found']);
  });

  it.each(['unpublish', 'discard-draft'])(
    'is 404 with its own message for a document that is not published: %s',
    async (action) => {
      const book = await api.create('/api/books?status=draft', { title: 'd' });
      expect(errorOf(await runAction(`books/${book}`, action))).toEqual([
        404,
        'NotFoundError',
        'The document is not published',
      ]);
      expect((await api.get(`/api/books/${book}?status=draft`)).status).toBe(200);
    },
  );

  it.each(['publish', 'unpublish', 'discard-draft'])('is 400 for a type without drafts: %s', async (action) => {
    const shelf = await api.create('/api/shelves', { name: 's' });
    const message = `shelf has no drafts: there is nothing to ${action}`;
    for (const path of [`shelves/${shelf}`, `shelves/${absent}`])
      expect(errorOf(await runAction(path, action))).toEqual([400, 'ValidationError', message]);
    expect((await api.get(`/api/shelves/${shelf}`)).status).toBe(200);
  });

  it.each([[{ data: {} }], [{ data: { title: 'x' } }], ['x'], [[]]])('takes no body: %j', async (body) => {
    const book = await api.create('/api/books?status=draft', { title: 'd' });
    const url = `/api/books/${book}/actions/publish`;
    expect((await api.request('POST', url, { body })).status).toBe(400);
    expect((await api.get(`/api/books/${book}`)).status).toBe(404);
    for (const empty of ['', {}, undefined]) expect((await api.request('POST', url, { body: empty })).status).toBe(200);
  });

  it('refuses a query with unknown parameters', async () => {
    const book = await api.create('/api/books?status=draft', { title: 'd' });
    for (const query of ['?status=nope', '?fields=nope', '?populate=nope'])
      expect((await runAction(`books/${book}`, 'publish', query)).status).toBe(400);
    expect((await api.get(`/api/books/${book}`)).status).toBe(404);
  });
});
