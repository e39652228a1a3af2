// What callers may write if they may write only some documents.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { library } from '../write/documents/library.ts';
import { permissionsOf, worldsOf, type TestUser } from './worlds.ts';

const { fullApi: api, someone } = worldsOf(library);

/** All permissions; those on books under these conditions. */
const allBut = (
  books: Readonly<Record<string, object | undefined>>,
  without: readonly string[] = [],
): readonly Permission[] =>
  permissionsOf(library, {})
    .filter(({ action }) => !without.includes(action))
    .map(({ action }) => ({ action, ...books[action.replace('api::book.book.', '')] }));

const own = { own: true };
let mary: TestUser;
let tom: TestUser;
let critic: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  const permissions = allBut({ update: own, delete: own, publish: own });
  mary = await someone(permissions);
  tom = await someone(permissions);
  const short = { filters: { year: { $lt: 1900 } } };
  critic = await someone(
    allBut({ find: short, findOne: short, create: short, update: short, delete: short, publish: short }),
  );
  stranger = await someone(allBut({}, ['api::author.author.find', 'api::shelf.shelf.find']));
});

const idOf = (reply: { body: { data: { documentId: string } } }): string => reply.body.data.documentId;
const stored = async (title: string) => (await api.collection('books')).findOne({ 'draft.title': title });

describe('a caller who may write their own documents', () => {
  it('writes those, and may not write a visible document of another user', async () => {
    const url = `/api/books/${idOf(await api.post('/api/books', { title: 'Of Mary' }, mary.call))}`;
    for (const [who, status] of [
      [tom, 403],
      [mary, 200],
    ] as const) {
      expect((await api.put(url, { year: 1 }, who.call)).status).toBe(status);
      expect((await api.request('POST', `${url}/actions/unpublish`, who.call)).status).toBe(status);
      expect((await api.request('POST', `${url}/actions/publish`, who.call)).status).toBe(status);
    }
    const bulk = (entry: object, atomic: boolean) =>
      api.request('POST', '/api/books/actions/bulk', { ...tom.call, body: { data: [entry], atomic } });
    const documentId = url.split('/').at(-1);
    for (const entry of [
      { update: { documentId, data: { year: 2 } } },
      { delete: { documentId } },
      { publish: { documentId } },
    ]) {
      expect((await bulk(entry, true)).status).not.toBe(200);
      expect((await bulk(entry, false)).body.data[0].status).toBe(403);
    }
    expect((await api.delete(url, tom.call)).status).toBe(403);
    expect(await stored('Of Mary')).toMatchObject({ draft: { year: 1 }, createdBy: mary.user });
    expect((await api.delete(url, mary.call)).status).toBe(204);
  });

  it('stays the creator when another user changes the document', async () => {
    const url = `/api/books/${idOf(await api.post('/api/books', { title: 'Still of Mary' }, mary.call))}`;
    await api.put(url, { year: 3 });
    expect((await api.put(url, { year: 4 }, mary.call)).status).toBe(200);
  });

  it('may not write a document without a creator', async () => {
    const url = `/api/books/${idOf(await api.post('/api/books', { title: 'Of a token' }))}`;
    expect((await api.put(url, { year: 1 }, mary.call)).status).toBe(403);
  });
});

describe('a caller who may write documents that match a condition', () => {
  it('gets the same answer for other documents as for absent ones', async () => {
    const url = `/api/books/${idOf(await api.post('/api/books', { title: 'Modern', year: 1999 }))}`;
    const absent = '/api/books/nothinghere';
    for (const [method, to] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/actions/publish'],
      ['GET', ''],
    ] as const) {
      const call = { ...critic.call, ...(method === 'PUT' ? { body: { data: { year: 1 } } } : {}) };
      const [hidden, missing] = [
        await api.request(method, url + to, call),
        await api.request(method, absent + to, call),
      ];
      expect({ status: hidden.status, body: hidden.body }, `${method} ${to}`).toEqual({
        status: missing.status,
        body: missing.body,
      });
    }
    expect(await stored('Modern')).toMatchObject({ draft: { year: 1999 } });
  });

  it('gets 404 for other documents if they may not find any', async () => {
    const blind = await someone([{ action: 'api::book.book.update', filters: { year: { $lt: 1900 } } }]);
    const documentId = idOf(await api.post('/api/books', { title: 'Not for the blind', year: 1999 }));
    expect((await api.put(`/api/books/${documentId}`, { year: 1 }, blind.call)).status).toBe(404);
  });

  it('may not create a document that does not match, nor change one so that it stops matching; nothing is written', async () => {
    expect((await api.post('/api/books', { title: 'Too new', year: 2000 }, critic.call)).status).toBe(403);
    expect(await stored('Too new')).toBeNull();
    const reply = await api.post('/api/books', { title: 'Old', year: 1800 }, critic.call);
    expect(reply.status).toBe(201);
    const url = `/api/books/${idOf(reply)}`;
    expect((await api.put(url, { year: 2000 }, critic.call)).status).toBe(403);
    expect(await stored('Old')).toMatchObject({ revision: 1, draft: { year: 1800 }, published: { year: 1800 } });
    expect((await api.put(url, { year: 1801 }, critic.call)).status).toBe(200);
  });

  it("does not get another caller's answer for the same Idempotency-Key", async () => {
    const headers = { 'idempotency-key': '6f1c2c4e-the-same' };
    const first = await api.post('/api/books', { title: 'Once', year: 1800 }, { ...critic.call, headers });
    const second = await api.post('/api/books', { title: 'Once', year: 1800 }, { ...mary.call, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(idOf(second)).not.toBe(idOf(first));
  });
});

describe('a relation in a body', () => {
  const refused = (key: string) => ({
    status: 400,
    body: { error: { name: 'ValidationError', message: `Invalid key ${key}` } },
  });

  it.each([null, [], { connect: [] }, { disconnect: ['x'] }, 1])(
    'to a type that the caller may not find is an unknown key: %j',
    async (authors) => {
      expect(await api.post('/api/books', { title: 'x', authors }, stranger.call)).toMatchObject(refused('authors'));
      expect(
        await api.post('/api/books', { title: 'x', page: { quote: { text: 't', from: authors } } }, stranger.call),
      ).toMatchObject({ status: 400, body: { error: { name: 'ValidationError' } } });
    },
  );

  it('to a hidden document stays when a caller disconnects it, by either id', async () => {
    const { data: author } = (await api.post('/api/authors', { name: 'Of both' })).body;
    const make = async (title: string, year: number) =>
      (await api.post('/api/books', { title, year, authors: [author.documentId] })).body.data;
    const [hidden, open] = [await make('Kept', 1990), await make('Let go', 1890)];
    const url = `/api/authors/${author.documentId as string}`;
    const left = async (): Promise<readonly string[]> =>
      (await api.get(`${url}?populate=books`)).body.data.books.map(({ title }: { title: string }) => title);
    for (const disconnect of [[hidden.id], [hidden.documentId, open.documentId]])
      expect((await api.put(url, { books: { disconnect } }, critic.call)).status).toBe(200);
    expect(await left()).toEqual(['Kept']);
  });
});

describe('a relation written from its other side', () => {
  const create = async (path: string, data: object, user?: TestUser): Promise<string> =>
    idOf(await api.post(`/api/${path}`, data, user?.call));
  const linked = async (path: string, id: string) => {
    const books = (await api.get(`/api/${path}/${id}?populate=books&status=draft`)).body.data.books as {
      title: string;
    }[];
    return books.map(({ title }) => title).sort();
  };

  it.each(['connect', 'disconnect', 'set'] as const)(
    'by %s changes only documents that the caller may update',
    async (edit) => {
      const [foreign, own] = [
        await create('books', { title: `Foreign ${edit}` }, tom),
        await create('books', { title: `Own ${edit}` }, mary),
      ];
      const before = edit === 'connect' ? [] : [foreign, own];
      const shelf = await create('shelves', { name: edit, books: before });
      const put = (books: unknown) => api.put(`/api/shelves/${shelf}`, { books }, mary.call);
      const linkedBefore = await linked('shelves', shelf);
      const refused = await put({ [edit]: edit === 'set' ? [own] : [foreign] });
      expect(refused).toMatchObject({
        status: 403,
        body: { error: { name: 'ForbiddenError', details: { path: 'books' } } },
      });
      expect(refused.body.error.message).toContain(foreign);
      expect(await linked('shelves', shelf)).toEqual(linkedBefore);
      expect((await put({ [edit]: edit === 'set' ? [own, foreign] : [own] })).status).toBe(200);
      const data = { books: { [edit]: edit === 'set' ? [] : [foreign] } };
      const body = { data: [{ update: { documentId: shelf, data } }], atomic: false };
      const bulk = await api.request('POST', '/api/shelves/actions/bulk', { ...mary.call, body });
      expect(bulk.body.data[0].status).toBe(403);
    },
  );

  it('is no way to create a document with the documents of others', async () => {
    const foreign = await create('books', { title: 'Foreign for a new shelf' }, tom);
    expect((await api.post('/api/shelves', { name: 'Greedy', books: [foreign] }, mary.call)).status).toBe(403);
    const shelves = await api.get('/api/shelves?filters[name]=Greedy');
    expect(shelves.body.data).toEqual([]);
  });

  it('takes the target of a one-to-one relation only from a document that the caller may update', async () => {
    const sequel = await create('books', { title: 'Wanted' }, mary);
    const foreign = await create('books', { title: 'Has it', sequel }, tom);
    const own = await create('books', { title: 'Wants it' }, mary);
    const taken = await api.put(`/api/books/${own}`, { sequel }, mary.call);
    expect(taken).toMatchObject({ status: 403, body: { error: { details: { path: 'sequel' } } } });
    expect((await api.put(`/api/books/${foreign}`, { sequel: null }, tom.call)).status).toBe(200);
    expect((await api.put(`/api/books/${own}`, { sequel }, mary.call)).status).toBe(200);
  });

  it('keeps the links of hidden documents, as if they were absent', async () => {
    const [modern, old] = [
      await create('books', { title: 'Modern on a shelf', year: 1999 }),
      await create('books', { title: 'Old on a shelf', year: 1800 }),
    ];
    const shelf = await create('shelves', { name: 'Mixed', books: [modern, old] });
    const put = (books: unknown) => api.put(`/api/shelves/${shelf}`, { books }, critic.call);
    expect((await put({ disconnect: [modern] })).status).toBe(200);
    expect(await linked('shelves', shelf)).toEqual(['Modern on a shelf', 'Old on a shelf']);
    expect((await put([])).status).toBe(200);
    expect(await linked('shelves', shelf)).toEqual(['Modern on a shelf']);
  });

  it('may not end the condition by which the caller may update the document', async () => {
    const mine = await create('shelves', { name: 'Mine' });
    const other = await create('shelves', { name: 'Other' });
    const book = await create('books', { title: 'On my shelf', shelf: mine });
    const keeper = await someone(allBut({ update: { filters: { shelf: { name: 'Mine' } } } }));
    expect((await api.put(`/api/books/${book}`, { shelf: other }, keeper.call)).status).toBe(403);
    expect((await api.put(`/api/shelves/${other}`, { books: [book] }, keeper.call)).status).toBe(403);
    expect(await linked('shelves', mine)).toEqual(['On my shelf']);
  });

  it('is free for a caller without conditions on the other type, as in Strapi', async () => {
    const foreign = await create('books', { title: 'Free' }, tom);
    const shelver = await someone(allBut({}, ['api::book.book.update']));
    const shelf = await create('shelves', { name: 'Open' });
    expect((await api.put(`/api/shelves/${shelf}`, { books: [foreign] }, shelver.call)).status).toBe(200);
  });
});
