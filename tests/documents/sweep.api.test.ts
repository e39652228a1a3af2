// Checks links to deleted documents: answers leave them out at once, and a sweep removes them from the database.
import { describe, expect, it } from 'vitest';
import { sweepLinks } from '../../lib/write/documents/index.ts';
import { apiOf } from '../setup/api.ts';
import { library } from './library.ts';

const api = apiOf(library);

const made = async (type: string, data: object): Promise<string> => {
  const { status, body } = await api.post(`/api/${type}`, data);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.documentId;
};

const collection = async (name: string) => (await api.service().database.get()).collection(name);

/** How many books contain the documentId anywhere. */
const naming = async (id: string): Promise<number> => {
  const books = await (await collection('books')).find({}).toArray();
  return books.filter((book) => JSON.stringify(book).includes(id)).length;
};

/** Inserts books that link to the author, without the API. */
const manyBooks = async (author: string, count: number): Promise<void> => {
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

const unswept = async (): Promise<number> =>
  (await collection('authors')).countDocuments({ unswept: { $exists: true } });

describe('links to a deleted document', () => {
  it('are removed with it, in components and zones too', async () => {
    const [gone, other] = [await made('authors', { name: 'gone' }), await made('authors', { name: 'other' })];
    const quote = (from: string) => ({ text: 'words', from });
    const book = await made('books', {
      title: 'quoting',
      authors: [gone, other],
      editor: gone,
      page: { title: 'p', quote: quote(gone), quotes: [quote(other), quote(gone)] },
      quotes: [quote(gone)],
      body: [
        { __component: 'part.quote', ...quote(gone) },
        { __component: 'part.page', quotes: [quote(gone)] },
      ],
      extra: { from: { to: gone, at: 0 } },
    });
    await api.delete(`/api/authors/${gone}`);
    const stored = await (await collection('books')).findOne({ documentId: book });
    const { extra, ...rest } = stored?.published ?? {};
    expect(JSON.stringify([rest, { ...stored?.draft, extra: null }])).not.toContain(gone);
    expect(extra).toEqual({ from: { to: gone, at: 0 } });
    expect(rest.page.quotes.map(({ from }: { from: { to: string } | null }) => from?.to ?? null)).toEqual([
      other,
      null,
    ]);
    expect([rest.editor, rest.quotes[0].from, rest.body[0].from]).toEqual([null, null, null]);
    expect(await unswept()).toBe(0);
  });

  it('are removed in batches if there are many', async () => {
    const author = await made('authors', { name: 'prolific' });
    await manyBooks(author, 450);
    expect(await naming(author)).toBe(450);
    const { status } = await api.delete(`/api/authors/${author}`);
    expect([status, await naming(author), await unswept()]).toEqual([204, 0, 0]);
  });

  it('are invisible during the sweep, and the next write finishes an interrupted one', async () => {
    const author = await made('authors', { name: 'half gone' });
    await manyBooks(author, 3);
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
    expect([await naming(author), await unswept()]).toEqual([0, 0]);
    expect(await sweepLinks(api.service())).toBe(0);
  });
});
