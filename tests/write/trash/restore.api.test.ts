// Restores deleted documents: their versions, their links, and the links of others to them.
import { describe, expect, it } from 'vitest';
import { prepareRestore, runWrite, type RestoredDocument } from '../../../lib/write/documents/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from '../documents/library.ts';
import { linkingDocuments } from '../documents/linkingDocuments.ts';

const api = createApi(library);

const restore = async (name: string, documentId: string, values: object = {}): Promise<RestoredDocument> => {
  const type = typeOf(library, `api::${name}.${name}`);
  const target = { type, documentId, locale: undefined, by: undefined, values: { ...values } };
  return runWrite(api.service(), prepareRestore(api.service(), target));
};

const stored = async (collection: string, documentId: string) =>
  (await api.collection(collection)).findOne({ documentId });

/** The stored document without what each write changes. */
const content = async (collection: string, documentId: string) => {
  const document = await stored(collection, documentId);
  return { draft: document?.draft, published: document?.published, draftStatus: document?.draftStatus as unknown };
};

describe('a restored document', () => {
  it('has both versions again, with its ids and times', async () => {
    const author = await api.create('/api/authors', { name: 'Ada' });
    const book = await api.create('/api/books', { title: 'First', slug: 'first', isbn: '9', authors: [author] });
    await api.put(`/api/books/${book}?status=draft`, { title: 'Second' });
    const before = await content('books', book);
    await api.delete(`/api/books/${book}`);
    expect(await content('books', book)).toEqual({});
    const { lost } = await restore('book', book);
    expect([await content('books', book), lost]).toEqual([before, []]);
    const { body } = await api.get(`/api/books/${book}?status=draft&populate=authors`);
    expect([body.data.title, body.data.authors[0].documentId]).toEqual(['Second', author]);
  });

  it('is linked from the same places, in components and zones too', async () => {
    const [deleted, other] = [await api.create('/api/authors', { name: 'gone' }), await api.create('/api/authors', {})];
    const quote = (from: string, text = 'words') => ({ text, from });
    const book = await api.create('/api/books', {
      title: 'quoting',
      authors: [other, deleted],
      editor: deleted,
      page: { title: 'p', quote: quote(deleted), quotes: [quote(other), quote(deleted, 'b'), quote(deleted, 'c')] },
      quotes: [quote(deleted)],
      body: [
        { __component: 'part.quote', ...quote(deleted) },
        { __component: 'part.page', quotes: [quote(deleted)] },
      ],
    });
    const before = await content('books', book);
    await api.delete(`/api/authors/${deleted}`);
    expect(JSON.stringify(await content('books', book))).not.toContain(deleted);
    const { lost } = await restore('author', deleted);
    expect([await content('books', book), lost]).toEqual([before, []]);
  });

  it('is linked from entries that moved, and not from those that changed or from taken places', async () => {
    const [deleted, other] = [await api.create('/api/authors', { name: 'gone' }), await api.create('/api/authors', {})];
    const quote = (text: string) => ({ text, from: deleted });
    const book = await api.create('/api/books', {
      title: 'moving',
      editor: deleted,
      quotes: [quote('one'), quote('two')],
    });
    await api.delete(`/api/authors/${deleted}`);
    await api.put(`/api/books/${book}`, {
      editor: other,
      quotes: [{ text: 'new' }, { text: 'two' }, { text: 'changed' }],
    });
    const { lost } = await restore('author', deleted);
    const after = await content('books', book);
    expect(after.published.quotes.map(({ from }: { from: { to: string } | null }) => from?.to ?? null)).toEqual([
      ...[null, deleted, null],
    ]);
    expect(after.published.editor.to).toBe(other);
    const places = lost.map(({ version, path }) => [version, path.join('.')].join(' ')).sort();
    expect(places).toEqual(['draft editor', 'draft quotes.0.from', 'published editor', 'published quotes.0.from']);
  });

  it('is linked from an entry whose values have changed, by its id', async () => {
    const deleted = await api.create('/api/authors', { name: 'gone' });
    const book = await api.create('/api/books', { title: 'edited', quotes: [{ text: 'one', from: deleted }] });
    const id = (await content('books', book)).draft.quotes[0].id as number;
    await api.delete(`/api/authors/${deleted}`);
    await api.put(`/api/books/${book}`, { quotes: [{ text: 'new' }, { id, text: 'one, corrected' }] });
    expect((await restore('author', deleted)).lost).toEqual([]);
    const { quotes } = (await content('books', book)).published;
    expect(quotes.map(({ text, from }: { text: string; from?: { to: string } }) => [text, from?.to])).toEqual([
      ['new', undefined],
      ['one, corrected', deleted],
    ]);
  });

  it('gets its links in either order, when both documents were deleted', async () => {
    for (const order of [
      ['author', 'book'],
      ['book', 'author'],
    ])
      for (const deletion of [
        ['author', 'book'],
        ['book', 'author'],
      ]) {
        const author = await api.create('/api/authors', { name: 'Ada' });
        const book = await api.create('/api/books', { title: 'Pair', authors: [author] });
        const before = await content('books', book);
        const ids: Record<string, string> = { author, book };
        for (const name of deletion) await api.delete(`/api/${name}s/${ids[name]}`);
        for (const name of order) await restore(name, ids[name] ?? '');
        expect(await content('books', book), `${order.join()} ${deletion.join()}`).toEqual(before);
      }
  });

  it('leaves an owner that took its target meanwhile', async () => {
    const author = await api.create('/api/authors', { name: 'Ada' });
    const card = await api.create('/api/cards', { name: 'one', author });
    await api.delete(`/api/cards/${card}`);
    const taker = await api.create('/api/cards', { name: 'two', author });
    const { lost } = await restore('card', card);
    expect([
      (await content('cards', card)).published.author,
      (await content('cards', taker)).published.author.to,
    ]).toEqual([null, author]);
    expect(lost.map(({ path }) => path)).toEqual([['author']]);
  });

  it('is refused while another document has its unique values, and takes others', async () => {
    const book = await api.create('/api/books', { title: 'Mine', slug: 'mine', isbn: '77' });
    await api.delete(`/api/books/${book}`);
    await api.create('/api/books', { title: 'Yours', slug: 'mine', isbn: '77' });
    await expect(restore('book', book)).rejects.toMatchObject({
      status: 409,
      details: {
        errors: [
          { path: ['slug'], value: 'mine' },
          { path: ['isbn'], value: '77' },
        ],
      },
    });
    await restore('book', book, { slug: 'mine-again', isbn: 78n });
    expect((await api.get(`/api/books/${book}`)).body.data).toMatchObject({ slug: 'mine-again', isbn: '78' });
  });

  it('comes back once, if two restore it at the same time', async () => {
    const shelf = await api.create('/api/shelves', { name: 'a' });
    await api.delete(`/api/shelves/${shelf}`);
    const both = await Promise.allSettled([restore('shelf', shelf), restore('shelf', shelf)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await stored('shelves', shelf))?.pending?.map(({ action }: { action: string }) => action)).toEqual([
      ...['create', 'delete', 'create'],
    ]);
  });

  it('is in the totals and in sync again', async () => {
    const shelf = await api.create('/api/shelves', { name: 'counted' });
    const first = (await api.get('/api/sync?types=shelves')).body.meta.next;
    const total = async (): Promise<number> => (await api.get('/api/shelves')).body.meta.pagination.total;
    const before = await total();
    await api.delete(`/api/shelves/${shelf}`);
    const deleted = (await api.get(`/api/sync?since=${first}`)).body;
    expect([await total(), JSON.stringify(deleted.data)]).toEqual([before - 1, expect.stringContaining(shelf)]);
    await restore('shelf', shelf);
    const restored = (await api.get(`/api/sync?since=${deleted.meta.next}`)).body;
    expect([await total(), JSON.stringify(restored.data)]).toEqual([before, expect.stringContaining('counted')]);
    // What a stored total adds for the document: created, deleted, restored.
    expect((await stored('shelves', shelf))?.uncounted).toBe(1);
  });

  it('gets its links in batches, if there are many', async () => {
    const author = await api.create('/api/authors', { name: 'prolific' });
    const values = (id: number) => ({ title: `book ${id}`, authors: [{ to: author, at: id }] });
    const collection = await api.collection('books');
    await collection.insertMany(linkingDocuments('many', author, 450, values));
    const linking = () => collection.countDocuments({ 'published.authors.to': author, 'draft.authors.to': author });
    await api.delete(`/api/authors/${author}`);
    expect(await linking()).toBe(0);
    await restore('author', author);
    expect(await linking()).toBe(450);
    const left = await api.collection('lectern_removed_links');
    expect(await left.countDocuments({ restored: { $exists: true } })).toBe(0);
  });
});
