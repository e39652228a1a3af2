// Checks links to deleted documents: answers leave them out at once, and a sweep removes them from the database.
import { describe, expect, it } from 'vitest';
import { sweepLinks } from '../../../lib/write/documents/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from './library.ts';

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
  const version = (id: number) => ({
    id,
    createdAt: new Date(id),
    updatedAt: new Date(id),
    title: `book ${id}`,
    authors: [{ to: author, at: id }],
    quotes: [{ text: 'q', from: { to: author, at: 0 } }],
  });
  const books = Array.from({ length: count }, (_, index) => ({
    documentId: `many${author.slice(0, 12)}${String(index).padStart(8, '0')}`,
    locale: null,
    revision: 1,
    draft: version(1_000_000 + index),
    published: version(2_000_000 + index),
  }));
  await (await collection('books')).insertMany(books);
};

const countUnswept = async (): Promise<number> =>
  (await collection('authors')).countDocuments({ unswept: { $exists: true } });

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
    expect(await countUnswept()).toBe(0);
  });

  it('are removed in batches if there are many', async () => {
    const author = await create('authors', { name: 'prolific' });
    await insertBooks(author, 450);
    expect(await countNaming(author)).toBe(450);
    const { status } = await api.delete(`/api/authors/${author}`);
    expect([status, await countNaming(author), await countUnswept()]).toEqual([204, 0, 0]);
  });

  it('are invisible during the sweep, and the next write finishes an interrupted one', async () => {
    const author = await create('authors', { name: 'half gone' });
    await insertBooks(author, 3);
    await (
      await collection('authors')
    ).updateOne(
      { documentId: author },
      { $set: { deletedAt: new Date(), unswept: true }, $unset: { draft: 1, published: 1 } },
    );
    const { body } = await api.get(
      `/api/books?filters[title][$startsWith]=book 2&filters[authors][$null]=true&populate=authors&sort=title`,
    );
    expect(
      body.data.filter(({ documentId }: { documentId: string }) => documentId.includes(author.slice(0, 12))),
    ).toHaveLength(3);
    expect(body.data[0].authors).toEqual([]);
    expect(await sweepLinks(api.service())).toBe(1);
    expect([await countNaming(author), await countUnswept()]).toEqual([0, 0]);
    expect(await sweepLinks(api.service())).toBe(0);
  });
});
