// Checks GET /api/sync: the changes of published documents.
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi } from '../setup/api.ts';
import { addFile } from '../setup/accounts.ts';
import { pageReader, SyncedCopy, type Change, type Page } from '../setup/sync.ts';

const api = createApi(library);
const readPage = pageReader(api);

const summarise = (changes: readonly Change[]) =>
  changes.map(({ type, change, entry }) => [type, change, entry?.title ?? entry?.name]);

let [author, draft, book, shelf] = ['', '', '', ''];

beforeAll(async () => {
  author = await api.create('/api/authors', { name: 'Ann' });
  draft = await api.create('/api/authors?status=draft', { name: 'Not yet' });
  shelf = await api.create('/api/shelves', { name: 'A' });
  book = await api.create('/api/books', {
    title: 'One',
    isbn: '9007199254740993',
    secret: 'hidden',
    note: 'hidden',
    authors: [author, draft],
    shelf,
    page: { title: 'p', quote: { text: 'q', from: author, pin: 'hidden' } },
    body: [{ __component: 'part.quote', text: 'z', from: draft }],
  });
  await api.create('/api/books?status=draft', { title: 'Never shown' });
  await api.put('/api/home', { title: 'Home', books: [book] });
});

describe('a first sync', () => {
  it('returns all published documents, and says that there are no more', async () => {
    const { data, meta } = await readPage('types=books,authors,shelves,home');
    expect(summarise(data)).toEqual([
      ['authors', 'changed', 'Ann'],
      ['books', 'changed', 'One'],
      ['home', 'changed', 'Home'],
      ['shelves', 'changed', 'A'],
    ]);
    expect(meta.hasMore).toBe(false);
  });

  it('returns the own values of a document, and the documentIds of related documents', async () => {
    const { data } = await readPage('types=books');
    const found = await api.get(`/api/books/${book}`);
    const ref = (documentId: string) => ({ type: 'authors', documentId });
    expect(data).toEqual([
      {
        ...{ type: 'books', documentId: book, locale: null, change: 'changed' },
        entry: {
          ...found.body.data,
          isbn: '9007199254740993',
          authors: [
            { ...ref(author), at: expect.any(Number) },
            { ...ref(draft), at: expect.any(Number) },
          ],
          editor: null,
          sequel: null,
          like: [],
          shelf: { type: 'shelves', documentId: shelf, at: expect.any(Number) },
          page: { title: 'p', quote: { text: 'q', from: ref(author) }, quotes: [] },
          quotes: [],
          body: [{ __component: 'part.quote', text: 'z', from: ref(draft) }],
        },
      },
    ]);
  });

  it('is paged, skips empty types, and ends with the last document of a type', async () => {
    for (const limit of [1, 2, 3, 4]) {
      const copy = new SyncedCopy(readPage, `pagination[limit]=${limit}`);
      const changes = await copy.sync();
      expect(changes).toHaveLength(4);
      expect(copy.entries.size).toBe(4);
    }
  });

  it('finds documents without a stored time of change', async () => {
    const documents = await api.collection<StoredDocument>('shelves');
    const old = await api.create('/api/shelves', { name: 'Old' });
    await documents.updateOne({ documentId: old }, { $unset: { changed: 1 } });
    const copy = new SyncedCopy(readPage, 'types=shelves');
    await copy.sync();
    expect([...copy.entries.values()].map(({ name }) => name)).toEqual(['A', 'Old']);
    await api.delete(`/api/shelves/${old}`);
    expect((await copy.sync()).at(-1)).toEqual({ type: 'shelves', documentId: old, locale: null, change: 'deleted' });
  });
});

describe('a sync', () => {
  it('returns changed, deleted and new documents in the order of the changes', async () => {
    const [one, two] = [
      await api.create('/api/books', { title: 'Two' }),
      await api.create('/api/books', { title: 'Three' }),
    ];
    const copy = new SyncedCopy(readPage, 'types=books');
    await copy.sync();
    await api.put(`/api/books/${one}`, { title: 'Two, again' });
    await api.put(`/api/books/${book}?status=draft`, { title: 'Nobody sees this' });
    await api.delete(`/api/books/${two}`);
    await api.create('/api/books', { title: 'Four' });
    await api.request('POST', `/api/books/${one}/actions/unpublish`);
    expect(summarise(await copy.sync()).slice(-3)).toEqual([
      ['books', 'deleted', undefined],
      ['books', 'changed', 'Four'],
      ['books', 'deleted', undefined],
    ]);
    expect([...copy.entries.values()].map(({ title }) => title)).toEqual(['One', 'Four']);
  });

  it('includes files as a type, with their fileInfo', async () => {
    await addFile(api.service(), 'there.txt');
    const copy = new SyncedCopy(readPage, 'types=upload/files');
    expect((await copy.sync()).map(({ type, entry }) => [type, entry?.name])).toEqual([['upload/files', 'there.txt']]);
  });
});

describe('a query', () => {
  it.each([
    ['types=nothing', 404, 'Unknown type nothing: expected'],
    ['types=books,nothing', 404, 'Unknown type nothing: expected'],
    ['types[]=books&types[]=authors', 200, ''],
    ['types[a]=books', 400, 'types must be a comma-separated list'],
    ['populate=*', 400, 'Invalid key populate'],
    ['fields=title', 400, 'Invalid key fields'],
    ['filters[title]=One', 400, 'Invalid key filters'],
    ['status=draft', 400, 'Invalid key status'],
    ['locale=xx', 400, 'Unknown locale xx'],
    ['locale[a]=en', 400, 'Invalid locale'],
    ['pagination[limit]=many', 400, 'Invalid value at pagination.limit'],
    ['pagination[page]=2', 400, 'Invalid key page at pagination'],
    ['pagination=2', 400, 'Invalid pagination'],
    ['since[a]=b', 400, 'Invalid since'],
    ['since=abc', 400, 'Invalid since'],
    ['since=', 200, ''],
  ])('with %s is answered with %i', async (query, status, message) => {
    const reply = await api.get(`/api/sync?${query}`);
    expect([reply.status, reply.body.error?.message ?? '']).toEqual([status, expect.stringContaining(message)]);
  });

  it('accepts a limit up to the maximum page size', async () => {
    expect((await api.get('/api/sync?pagination[limit]=100000')).status).toBe(200);
  });
});

describe('a cursor', () => {
  const nextOf = async (query: string): Promise<string> => (await readPage(query)).meta.next;

  it('requires the same parameters as before', async () => {
    const since = await nextOf('types=books,authors');
    const types = async (query: string) =>
      new Set(((await api.get(`/api/sync?since=${since}${query}`)).body as Page).data.map(({ type }) => type));
    expect(await types('')).toEqual(new Set(['books', 'authors']));
    expect(await types('&types=authors,books')).toEqual(new Set(['books', 'authors']));
    for (const query of ['types=books', 'types=', 'locale=en']) {
      const { status, body } = await api.get(`/api/sync?since=${since}&${query}`);
      expect([status, body.error.details]).toEqual([400, { path: query.split('=')[0] }]);
    }
  });

  it('is refused after any change', async () => {
    for (const query of ['', 'pagination[limit]=1']) {
      const since = await nextOf(query);
      for (let index = 0; index < since.length; index += 7) {
        const other = since.slice(0, index) + (since[index] === 'A' ? 'B' : 'A') + since.slice(index + 1);
        expect((await api.get(`/api/sync?since=${other}`)).status, other).toBe(400);
      }
      for (const other of [since.slice(0, -1), `${since}A`, `${since}.a`, since.split('.')[0]])
        expect((await api.get(`/api/sync?since=${other}`)).status, other).toBe(400);
    }
  });
});
