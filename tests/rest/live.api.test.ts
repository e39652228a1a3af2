// Checks GET /api/live: which tags have changed, its parameters and its headers.
import { Timestamp } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { addFile, addMember, addPublicRole } from '../setup/accounts.ts';
import { createApi } from '../setup/api.ts';
import { knownChanges, LivePage } from '../setup/live.ts';
import { library } from '../write/documents/library.ts';

const api = createApi(library);
const [books, authors, shelves, files] = [
  ...['api::book.book', 'api::author.author', 'api::shelf.shelf', 'plugin::upload.file'],
] as const;

beforeAll(async () => {
  await addPublicRole(api.service(), [
    'api::book.book.find',
    'api::shelf.shelf.find',
    'api::shelf.shelf.findOne',
    'api::author.author.findOne',
  ]);
});

const createBook = (title = 'One'): Promise<string> => api.create('/api/books', { title });

describe('the tags of a page', () => {
  it.each<readonly [string, (documentId: string) => Promise<unknown>]>([
    ['is updated', (documentId) => api.put(`/api/books/${documentId}`, { title: 'Two' })],
    ['is published again', (documentId) => api.request('POST', `/api/books/${documentId}/actions/publish`)],
    ['is unpublished', (documentId) => api.request('POST', `/api/books/${documentId}/actions/unpublish`)],
    ['is deleted', (documentId) => api.delete(`/api/books/${documentId}`)],
  ])('are those of a document that %s, and of its type', async (_, work) => {
    const [documentId, other] = [await createBook(), await createBook()];
    const page = new LivePage(api, [documentId, other, books, shelves]);
    expect(await page.changesDuring(() => work(documentId))).toEqual([books, documentId].sort());
    expect(await page.poll()).toEqual([]);
  });

  it('are those of a document that comes back from the trash, long after it was deleted', async () => {
    const documentId = await createBook();
    const db = await api.service().database.get();
    const old = new Date(Date.now() - 3_600_000);
    await db
      .collection('books')
      .updateOne({ documentId }, { $set: { 'published.updatedAt': old, 'published.publishedAt': old } });
    await api.delete(`/api/books/${documentId}`);
    const changed = new Timestamp({ t: Math.floor(old.getTime() / 1000), i: 1 });
    await db.collection('books').updateOne({ documentId }, { $set: { changed } });
    const page = new LivePage(api, [documentId, books]);
    const restore = () => api.request('POST', `/api/trash/${books}/${documentId}/restore`);
    expect(await page.changesDuring(restore)).toEqual([books, documentId].sort());
    expect(await page.poll()).toEqual([]);
    expect((await api.get(`/api/books/${documentId}`)).body.data?.title).toBe('One');
  });

  it('are those of a new document of a type, and nothing else', async () => {
    const known = await createBook();
    expect(await new LivePage(api, [known, books, shelves]).changesDuring(createBook)).toEqual([books]);
  });

  it('include files, for callers who may list them', async () => {
    const page = new LivePage(api, [files], { as: 'read-only' });
    expect(await page.changesDuring(() => addFile(api.service(), 'a'))).toEqual([files]);
    expect(await new LivePage(api, [files]).changesDuring(() => addFile(api.service(), 'b'))).toEqual([]);
  });

  it('are documents alone for a caller who may not list the type', async () => {
    const documentId = await api.create('/api/authors', { name: 'Ann' });
    const page = new LivePage(api, [documentId, authors]);
    expect(await page.changesDuring(() => api.put(`/api/authors/${documentId}`, { name: 'Bo' }))).toEqual([documentId]);
  });

  it('are reported once for each of several changes, and a late one is not missed', async () => {
    const documentId = await createBook();
    const page = new LivePage(api, [documentId]);
    await page.poll();
    const client = await api.service().database.client();
    await client.withSession(async (session) => {
      session.startTransaction();
      const db = await api.service().database.get();
      await db
        .collection('books')
        .updateOne(
          { documentId },
          { $set: { 'published.updatedAt': new Date() }, $currentDate: { changed: { $type: 'timestamp' } } },
          { session },
        );
      await createBook();
      expect(await page.poll()).toEqual([]);
      await session.commitTransaction();
    });
    expect(await page.poll()).toEqual([documentId]);
    expect(await page.poll()).toEqual([]);
  });
});

describe('since', () => {
  it('is the same for all pages with the same tags, whenever they began and in whatever order they name them', async () => {
    const documentId = await createBook();
    const early = new LivePage(api, [documentId, books]);
    await early.poll();
    await api.put(`/api/books/${documentId}`, { title: 'Two' });
    await early.poll();
    const late = new LivePage(api, [books, documentId]);
    await late.poll();
    expect(knownChanges(late.since)).toBe(knownChanges(early.since));
    expect(knownChanges(late.since)).not.toBe('');
  });

  const askAgo = async (seconds: number) => {
    const since = Math.floor(Date.now() / 1000) - seconds;
    const { status, body } = await api.get(`/api/live?tags=${books},absent&since=${since}`, { as: null });
    return [status, body.data];
  };

  it('that is too old, or of another database, makes all tags count as changed', async () => {
    expect(await askAgo(3600)).toEqual([200, ['absent', books]]);
    expect(await askAgo(-3600)).toEqual([200, ['absent', books]]);
    expect(await askAgo(600)).toEqual([200, [books]]);
  });

  it('may be Last-Event-ID, as after a stream', async () => {
    const page = new LivePage(api, [books]);
    await page.poll();
    await createBook();
    const { body } = await api.get(`/api/live?tags=${books}&since=1`, {
      ...{ as: null, headers: { 'last-event-id': page.since } },
    });
    expect(body.data).toEqual([books]);
  });
});

describe('a request', () => {
  it.each([
    ['', 'tags'],
    ['tags=', 'tags'],
    ['tags=a$', 'tags'],
    ['tags[a]=b', 'tags'],
    [`tags=${Array.from({ length: 121 }, (_, index) => `a${index}`).join(',')}`, 'tags'],
    ['tags=a&since=x', 'since'],
    ['tags=a&since=1.a.b', 'since'],
    ['tags=a&since=1&since=2', 'since'],
  ])('is refused with its path: %s', async (query, path) => {
    const { status, body } = await api.get(`/api/live?${query}`, { as: null });
    expect([status, body.error.details]).toEqual([400, expect.objectContaining({ path })]);
  });

  it('is refused for a parameter that it does not have', async () => {
    const { status, body } = await api.get('/api/live?tags=a&locale=en', { as: null });
    expect([status, body.error.details.key]).toEqual([400, 'locale']);
  });

  it('is refused with invalid credentials', async () => {
    expect((await api.get('/api/live?tags=a', { as: { token: 'none' } })).status).toBe(401);
  });

  it('without credentials has an answer that shared caches keep for a second', async () => {
    const { headers } = await api.get(`/api/live?tags=${books}`, { as: null });
    expect(headers).toMatchObject({
      ...{ 'cache-control': 'public, max-age=0, s-maxage=1', etag: expect.any(String) },
      vary: expect.stringMatching(/Authorization.*Accept/),
    });
    const member = await addMember(api.service(), []);
    expect((await api.get(`/api/live?tags=${books}`, member)).headers['cache-control']).toBe('private, no-store');
  });
});
