// Checks links to deleted documents: answers leave them out at once, and a sweep removes them from the database.
import { describe, expect, it } from 'vitest';
import { standaloneOperations, type Sequences, type Transaction } from '../../../lib/platform/db/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { prepareCreate, sweepLinks } from '../../../lib/write/documents/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from './library.ts';
import { linkingDocuments } from './linkingDocuments.ts';
import { sweepLater } from './sweepLater.ts';

const api = createApi(library);

const create = async (type: string, data: object): Promise<string> => {
  const { status, body } = await api.post(`/api/${type}`, data);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.documentId;
};

const collection = async (name: string) => (await api.service().database.get()).collection(name);

/** How many books contain the documentId anywhere. */
const countNaming = async (id: string): Promise<number> => {
  const books = await (await collection('books')).find({}).toArray();
  return books.filter((book) => JSON.stringify(book).includes(id)).length;
};

/** Inserts books that link to the author, without the API. */
const insertBooks = async (author: string, count: number): Promise<void> => {
  const books = linkingDocuments('many', author, count, (id) => ({
    ...{ title: `book ${id}`, authors: [{ to: author, at: id }], quotes: [{ text: 'q', from: { to: author, at: 0 } }] },
  }));
  await (await collection('books')).insertMany(books);
};

const isMarked = async (documentId: string): Promise<boolean> =>
  (await (await collection('authors')).countDocuments({ documentId, unswept: { $exists: true } })) > 0;

describe('links to a deleted document', () => {
  it('are removed with it, in components and zones too', async () => {
    const [deleted, other] = [await create('authors', { name: 'gone' }), await create('authors', { name: 'other' })];
    const quote = (from: string) => ({ text: 'words', from });
    const book = await create('books', {
      title: 'quoting',
      authors: [deleted, other],
      editor: deleted,
      page: { title: 'p', quote: quote(deleted), quotes: [quote(other), quote(deleted)] },
      quotes: [quote(deleted)],
      body: [
        { __component: 'part.quote', ...quote(deleted) },
        { __component: 'part.page', quotes: [quote(deleted)] },
      ],
      extra: { from: { to: deleted, at: 0 } },
    });
    await api.delete(`/api/authors/${deleted}`);
    const stored = await (await collection('books')).findOne({ documentId: book });
    const { extra, ...rest } = stored?.published ?? {};
    expect(JSON.stringify([rest, { ...stored?.draft, extra: null }])).not.toContain(deleted);
    expect(extra).toEqual({ from: { to: deleted, at: 0 } });
    expect(rest.page.quotes.map(({ from }: { from: { to: string } | null }) => from?.to ?? null)).toEqual([
      other,
      null,
    ]);
    expect([rest.editor, rest.quotes[0].from, rest.body[0].from]).toEqual([null, null, null]);
    expect([await sweepLater(api.service()), await isMarked(deleted)]).toEqual([0, false]);
  });

  it('are removed in batches if there are many', async () => {
    const author = await create('authors', { name: 'prolific' });
    await insertBooks(author, 450);
    expect(await countNaming(author)).toBe(450);
    const { status } = await api.delete(`/api/authors/${author}`);
    expect([status, await countNaming(author)]).toEqual([204, 0]);
  });

  it('are invisible during the sweep, and the next write finishes an interrupted one', async () => {
    const author = await create('authors', { name: 'half gone' });
    await insertBooks(author, 3);
    await (
      await collection('authors')
    ).updateOne(
      { documentId: author },
      { $set: { deletedAt: new Date(1), unswept: true }, $unset: { draft: 1, published: 1 } },
    );
    const { body } = await api.get(
      `/api/books?filters[title][$startsWith]=book 2&filters[authors][$null]=true&populate=authors&sort=title`,
    );
    expect(
      body.data.filter(({ documentId }: { documentId: string }) => documentId.includes(author.slice(0, 12))),
    ).toHaveLength(3);
    expect(body.data[0].authors).toEqual([]);
    expect(await sweepLinks(api.service())).toBe(1);
    expect([await countNaming(author), await isMarked(author)]).toEqual([0, false]);
    expect(await sweepLinks(api.service())).toBe(0);
  });
});

describe('a write that links to a document while it is deleted', () => {
  const target = {
    type: typeOf(library, 'api::book.book'),
    locale: null,
    status: 'published',
    hooks: undefined,
  } as const;

  /** A service in which a write deletes the author after it has found it, and before it writes. */
  const deleting = (author: string): Service => {
    const service = api.service();
    const next = async (name: string): Promise<number> => {
      await api.delete(`/api/authors/${author}`);
      return service.sequences.next(name);
    };
    return { ...service, sequences: Object.assign(Object.create(service.sequences) as Sequences, { next }) };
  };

  /** Operations that started some seconds ago. */
  const startedBefore = async (seconds: number, clock: keyof Transaction['start']): Promise<Transaction> => {
    const unit = await standaloneOperations(api.service().database);
    return { ...unit, start: { ...unit.start, [clock]: unit.start[clock] - seconds * 1000 } };
  };

  const createBook = async (author: string, unit: Transaction, data: object): Promise<void> => {
    const write = await prepareCreate(deleting(author), target, { title: 'late', ...data });
    await write.attempt(unit);
  };

  it.each([
    ['in a relation', (author: string) => ({ editor: author })],
    ['in a component', (author: string) => ({ quotes: [{ text: 'q', from: author }] })],
  ])('leaves a link %s, which counts as absent and is removed minutes later', async (_name, data) => {
    const author = await create('authors', { name: 'gone' });
    await createBook(author, await startedBefore(8, 'monotonic'), data(author));
    expect(await countNaming(author)).toBe(1);
    expect((await api.get('/api/books?filters[editor][id][$notNull]=true')).body.data).toEqual([]);
    expect([await sweepLinks(api.service()), await countNaming(author)]).toEqual([0, 1]);
    expect([await sweepLater(api.service()), await countNaming(author), await isMarked(author)]).toEqual([1, 0, false]);
    expect(await sweepLater(api.service())).toBe(0);
  });

  it.each(['monotonic', 'wall'] as const)('removes the link itself if it is slow by the %s clock', async (clock) => {
    const author = await create('authors', { name: 'gone' });
    await createBook(author, await startedBefore(11, clock), { editor: author });
    expect(await countNaming(author)).toBe(0);
  });

  it('removes the link after its transaction', async () => {
    const author = await create('authors', { name: 'gone' });
    const unit = await standaloneOperations(api.service().database);
    await unit.inTransaction(async (transaction) => {
      const start = { monotonic: 0, wall: 0 };
      await createBook(author, { ...transaction, start }, { editor: author });
    });
    expect(await countNaming(author)).toBe(0);
  });
});

describe('a sweep', () => {
  it('leaves out deletions of the last minutes, whose writers may not have written yet', async () => {
    const author = await create('authors', { name: 'gone' });
    await api.delete(`/api/authors/${author}`);
    await insertBooks(author, 1);
    expect([await sweepLinks(api.service()), await isMarked(author)]).toEqual([0, true]);
    await sweepLater(api.service());
    expect([await countNaming(author), await isMarked(author)]).toEqual([0, false]);
  });

  it('can leave out old deletions', async () => {
    const author = await create('authors', { name: 'gone' });
    await api.delete(`/api/authors/${author}`);
    await insertBooks(author, 1);
    const old = { $set: { deletedAt: new Date(Date.now() - 2 * 3_600_000) } };
    await (await collection('authors')).updateOne({ documentId: author }, old);
    expect([await sweepLinks(api.service(), 3_600_000), await sweepLinks(api.service())]).toEqual([0, 1]);
  });

  it('finds the links of a few among many deletions', async () => {
    const tombstones = Array.from({ length: 700 }, (_, n) => ({
      documentId: String(n).padStart(12, 't').padEnd(24, 't'),
      locale: null,
      revision: 2,
      deletedAt: new Date(1),
      unswept: true,
    }));
    await (await collection('authors')).insertMany(tombstones);
    for (const n of [3, 699]) await insertBooks(tombstones[n]?.documentId ?? '', 1);
    expect(await sweepLinks(api.service())).toBe(2);
    expect(await (await collection('authors')).countDocuments({ documentId: /t{9}/, unswept: true })).toBe(0);
  });
});
