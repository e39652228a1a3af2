// Checks updates of documents that the process remembers: which commands they take, and that they overwrite nothing that others wrote
// meanwhile.
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareDelete, prepareTransition, prepareUpdate, runWrite } from '../../../lib/write/documents/index.ts';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { typeOf, type Status } from '../../../lib/schema/index.ts';
import { removeEvents, findPendingDocuments } from '../../../lib/events/relay/pendingDocuments.ts';
import { createAtlasApi } from '../../setup/atlas.ts';
import { createApi, type Api } from '../../setup/api.ts';
import { library } from './library.ts';

const api = createApi(library);
const atlas = await createAtlasApi();

/** The service of another process on the same database: it remembers nothing of this one. */
const otherService = (of: Api): Service => {
  const service = of.service();
  return { ...service, database: { ...service.database } };
};

const targetOf = (of: Api, uid: string, status: Status = 'draft', locale: string | null = null) => ({
  ...{ type: typeOf(of.service().schema, uid), locale, status, hooks: undefined, by: undefined },
});

const updateElsewhere = async (documentId: string, data: object, status: Status = 'draft'): Promise<void> => {
  const service = otherService(api);
  await runWrite(service, await prepareUpdate(service, targetOf(api, 'api::book.book', status), documentId, data));
};

const collectionOf = async (of: Api, name: string) =>
  (await of.service().database.get()).collection<StoredDocument>(name);

/** Runs requests, and returns the commands that each sends to the collection of books. */
const commandsOf = async (requests: readonly (() => Promise<unknown>)[]): Promise<readonly (readonly string[])[]> => {
  const db = await api.service().database.get();
  const all: (readonly string[])[] = [];
  for (const request of requests) {
    await db.setProfilingLevel('off');
    await db.collection('system.profile').drop();
    await db.setProfilingLevel('all');
    await request();
    await db.setProfilingLevel('off');
    const found = await db
      .collection('system.profile')
      .find({ ns: `${db.databaseName}.books`, op: { $in: ['query', 'update'] } })
      .sort({ ts: 1, _id: 1 })
      .toArray();
    all.push(found.map(({ op }) => String(op)));
  }
  return all;
};

let book = '';
const draftUrl = (): string => `/api/books/${book}?status=draft`;
const save = (data: object, headers?: Readonly<Record<string, string>>) =>
  api.put(draftUrl(), data, headers && { headers });
const readDraft = async () => (await api.get(draftUrl())).body.data;

/** Saves a draft until the process remembers it. */
const saveOften = async (): Promise<void> => {
  for (const year of [1, 2, 3]) expect((await save({ year })).status).toBe(200);
};

beforeEach(async () => {
  book = await api.create('/api/books?status=draft', { title: 'B' });
});

describe('the commands of an update', () => {
  it('are only the update, once the process has written the document twice in succession', async () => {
    const saves = [1, 2, 3, 4].map((year) => () => save({ year }));
    expect(await commandsOf(saves)).toEqual([['query', 'update'], ['query', 'update'], ['update'], ['update']]);
    expect(await readDraft()).toMatchObject({ title: 'B', year: 4 });
  });

  it('read the document again if two processes write it in turn, and guess only once', async () => {
    await saveOften();
    const turns = [4, 5, 6].map((year) => async () => {
      await updateElsewhere(book, { note: `n${year}` });
      await save({ year });
    });
    expect((await commandsOf(turns)).map((all) => all.slice(2))).toEqual([
      ['update', 'query', 'update'],
      ['query', 'update'],
      ['query', 'update'],
    ]);
  });

  it('read the document after a write that is no update', async () => {
    await saveOften();
    await api.request('POST', `/api/books/${book}/actions/publish`);
    expect(await commandsOf([() => save({ year: 4 })])).toEqual([['query', 'update']]);
  });

  it('read a document that is too large to remember', async () => {
    await save({ extra: 'x'.repeat(600_000) });
    await saveOften();
    expect(await commandsOf([() => save({ year: 4 })])).toEqual([['query', 'update']]);
  });

  it('stay the update alone while the relay removes events, which do not come back', async () => {
    await saveOften();
    const db = await api.service().database.get();
    const read = await findPendingDocuments(db, library, 1000);
    expect(await removeEvents(db, read, {})).toBe(true);
    expect(await commandsOf([() => save({ year: 4 })])).toEqual([['update']]);
    const stored = await (await collectionOf(api, 'books')).findOne({ documentId: book });
    expect(stored?.pending?.map(({ action }) => action)).toEqual(['update']);
  });
});

describe('an update of a remembered document keeps what others wrote meanwhile', () => {
  it.each<[name: string, meanwhile: () => Promise<unknown>, expected: object]>([
    ['another process', () => updateElsewhere(book, { note: 'other', price: 2 }), { title: 'B', price: 2 }],
    [
      'a migration, which raises the revision',
      async () =>
        (await collectionOf(api, 'books')).updateOne(
          { documentId: book },
          { $set: { 'draft.price': 3, 'draft.lent': true }, $inc: { revision: 1 } },
        ),
      { title: 'B', price: 3, lent: true },
    ],
    [
      'an import or a restore, with the same revision',
      async () => {
        const books = await collectionOf(api, 'books');
        const stored = await books.findOne({ documentId: book });
        await books.deleteOne({ documentId: book });
        const draft = { ...stored?.draft, title: 'R', price: 4, updatedAt: new Date(1) };
        await books.insertOne({ ...stored, draft } as never);
      },
      { title: 'R', price: 4 },
    ],
  ])('%s', async (_name, meanwhile, expected) => {
    await saveOften();
    await meanwhile();
    const { status, body } = await save({ year: 9 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...expected, year: 9 });
    expect(await readDraft()).toEqual(body.data);
    expect((await api.put(`/api/books/${book}`, {})).body.data).toMatchObject({ ...expected, year: 9 });
  });

  it('a process that published it', async () => {
    await saveOften();
    const other = otherService(api);
    const { type } = targetOf(api, 'api::book.book');
    const target = { type, locale: null, by: undefined, hooks: undefined };
    await runWrite(other, prepareTransition(other, target, book, 'publish'));
    expect((await save({ year: 9 })).status).toBe(200);
    expect((await api.get(`/api/books/${book}`)).body.data.year).toBe(3);
    expect((await readDraft()).year).toBe(9);
  });

  it('a process that added a locale: both get the values that locales share', async () => {
    const place = await atlas.make('/api/places', { name: 'Oslo', height: 1 });
    for (const height of [2, 3, 4]) await atlas.change(`/api/places/${place}`, { height });
    const other = otherService(atlas);
    const french = targetOf(atlas, 'api::place.place', 'published', 'fr');
    await runWrite(other, await prepareUpdate(other, french, place, { name: 'Oslo (fr)' }));
    for (const height of [5, 6, 7, 8]) {
      await atlas.change(`/api/places/${place}`, { height });
      expect((await atlas.get(`/api/places/${place}?locale=fr`)).body.data).toMatchObject({ height });
      expect((await atlas.get(`/api/places/${place}`)).body.data).toMatchObject({ name: 'Oslo', height });
    }
  });

  it('many processes at once', async () => {
    await saveOften();
    const years = Array.from({ length: 10 }, (_, index) => index);
    await Promise.all(
      years.flatMap((price) => [save({ year: price }), updateElsewhere(book, { price }), save({ note: `n${price}` })]),
    );
    const stored = await (await collectionOf(api, 'books')).findOne({ documentId: book });
    expect(stored?.revision).toBe(4 + 30);
    expect(stored?.pending).toHaveLength(4 + 30);
    const draft = await readDraft();
    expect([draft.year, draft.price].map((value) => years.includes(value))).toEqual([true, true]);
  });
});

describe('an update of a remembered document fails', () => {
  it('with 404 if another process has deleted it', async () => {
    await saveOften();
    const other = otherService(api);
    await runWrite(other, prepareDelete(other, targetOf(api, 'api::book.book'), book));
    expect((await save({ year: 9 })).status).toBe(404);
    expect((await api.get(draftUrl())).status).toBe(404);
  });

  it('with 412 only for a revision that is not the stored one', async () => {
    await saveOften();
    const { etag } = (await api.get(draftUrl())).headers as { etag: string };
    await updateElsewhere(book, { price: 5 });
    const { etag: current } = (await api.get(draftUrl())).headers as { etag: string };
    expect((await save({ year: 9 }, { 'If-Match': current })).status).toBe(200);
    expect((await save({ year: 8 }, { 'If-Match': etag })).status).toBe(412);
    expect(await readDraft()).toMatchObject({ year: 9, price: 5 });
  });

  it('with 400 only for the values that are stored', async () => {
    const draft = await api.create('/api/books?status=draft', { price: 1 });
    const put = (data: object, query = '') => api.put(`/api/books/${draft}${query}`, data);
    for (const year of [1, 2, 3]) await put({ year }, '?status=draft');
    expect((await put({})).status).toBe(400);
    for (const year of [1, 2, 3]) await put({ year }, '?status=draft');
    await updateElsewhere(draft, { title: 'By another process' });
    expect((await put({ year: 4 })).body.data).toMatchObject({ title: 'By another process', year: 4 });
  });

  it('with 400 for a unique value that another document has', async () => {
    await api.post('/api/books', { title: 'C', isbn: '77' });
    await saveOften();
    const { status, body } = await save({ isbn: '77' });
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['isbn']]);
    expect((await save({ isbn: '78' })).status).toBe(200);
  });
});

it('answers the stored values of every kind, save after save', async () => {
  const author = await api.create('/api/authors', { name: 'A' });
  const values = {
    ...{ isbn: '9007199254740995', year: 5, price: 1.25, out: '2024-02-29', lent: true, slug: 's', editor: author },
    extra: { b: [1, -0, 1.5, null, 3e9, { a: '' }], 10: 'x', 2: 'y' },
    page: { title: 'P', quote: { text: 'q', from: author }, quotes: [{ text: 'r', pin: 'secret' }] },
    body: [{ __component: 'part.quote', text: 'z' }],
  };
  await save(values);
  for (const note of ['1', '2', '3']) {
    const saved = await api.put(`${draftUrl()}&populate=*`, { note });
    expect(saved.body.data).toEqual((await api.get(`${draftUrl()}&populate=*`)).body.data);
  }
  const [stored, expected] = [
    await (await collectionOf(api, 'books')).findOne({ documentId: book }),
    await readDraft(),
  ];
  expect(stored?.draft).toMatchObject({ note: '3', price: 1.25, lent: true });
  expect((await save({ note: '3' })).body.data).toEqual({ ...expected, updatedAt: expect.any(String) as string });
});
