// Seed files: references between documents, the order of writing, and the messages about faults.
import { describe, expect, it, vi } from 'vitest';
import { prepareIndexes, totalsCollection } from '../../../lib/platform/db/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';

const api = createApi(library);

const load = async (content: unknown): Promise<readonly string[]> => {
  const lines: string[] = [];
  await seed(api.service(), content, (line) => lines.push(line));
  // On a busy machine it also says how far it is.
  return lines.filter((line) => !/: \d+ of \d+$/.test(line));
};

const authorOf = async (title: string): Promise<unknown> => {
  const { body } = await api.get(`/api/books?filters[title]=${title}&populate=editor`);
  return body.data.map(({ editor }: { editor: { name: string } | null }) => editor?.name ?? null) as unknown;
};

describe('a document of a seed file', () => {
  it('is published after the documents that it refers to', async () => {
    const lines = await load({
      books: [{ title: 'Early', shelf: 'low' }],
      shelves: [{ name: 'Low', code: 'low' }],
      home: { title: 'Welcome' },
    });
    expect(lines).toEqual(['shelves: 1 document', 'books: 1 document', 'home: 1 document']);
    const { body } = await api.get('/api/books?filters[title]=Early&populate=shelf');
    expect(body.data[0].shelf.name).toBe('Low');
    expect((await api.get('/api/home')).body.data.title).toBe('Welcome');
  });

  it('is in the stored total when the command ends', async () => {
    const { database } = api.service();
    await prepareIndexes(await database.get(), library);
    for (const [shelf, total] of [
      ['A', 2],
      ['B', 3],
    ] as const) {
      await load({ shelves: [{ name: shelf, code: shelf.toLowerCase() }] });
      const stored = await totalsCollection(await database.get()).findOne({ _id: 'shelves' });
      expect(stored).toMatchObject({ totals: { '-': total }, completeAt: expect.any(Date) });
      expect(await (await database.get()).collection('shelves').countDocuments({ uncounted: { $exists: true } })).toBe(
        0,
      );
    }
  });

  it.each<[name: string, reference: unknown]>([
    ['an object of fields', { name: 'Ada' }],
    ['its id in the file', { id: 2 }],
  ])('may refer to another by %s', async (name, editor) => {
    const title = name.replaceAll(' ', '-');
    await load({
      authors: [{ name: `other ${title}` }, { name: editor === null ? '' : 'Ada' }],
      books: [{ title, editor }],
    });
    expect(await authorOf(title)).toEqual(['Ada']);
    const { body } = await api.get('/api/authors?filters[name]=Ada');
    await api.delete(`/api/authors/${body.data[0].documentId as string}`);
  });

  it('may refer to an existing document, by its documentId or a unique attribute', async () => {
    const ids = [await api.create('/api/shelves', { name: 'there', code: 'there' })];
    await load({
      books: [
        { title: 'ById', shelf: ids[0] },
        { title: 'ByCode', shelf: 'there' },
      ],
    });
    const { body } = await api.get('/api/books?filters[shelf][code]=there&sort=title&fields=title');
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['ByCode', 'ById']);
  });

  it('may contain references in components and zones, and lists of references', async () => {
    await load({
      authors: [{ name: 'Quoted' }, { name: 'Second' }],
      books: [
        {
          title: 'Deep',
          authors: [{ name: 'Second' }, { name: 'Quoted' }],
          body: [{ __component: 'part.page', quotes: [{ text: 'q', from: { name: 'Quoted' } }] }],
        },
      ],
    });
    const url =
      '/api/books?filters[title]=Deep&populate[authors]=true&populate[body][on][part.page][populate][quotes][populate]=from';
    const [book] = (await api.get(url)).body.data;
    expect(book.authors.map(({ name }: { name: string }) => name)).toEqual(['Second', 'Quoted']);
    expect(book.body[0].quotes[0].from.name).toBe('Quoted');
  });

  it('may refer to types that refer back, if the order of the file allows it', async () => {
    await load({ authors: [{ name: 'Circle' }], books: [{ title: 'Round', editor: { name: 'Circle' } }] });
    await load({ books: [{ title: 'Back' }], authors: [{ name: 'Circled', edited: [{ title: 'Back' }] }] });
    expect([await authorOf('Round'), await authorOf('Back')]).toEqual([['Circle'], ['Circled']]);
  });
});

describe('the documents of a type are written in batches', () => {
  const titles = async (prefix: string): Promise<readonly string[]> => {
    const query = `filters[title][$startsWith]=${prefix}&populate=sequel&sort=id&pagination[pageSize]=100`;
    const { body } = await api.get(`/api/books?${query}`);
    return (body.data as { title: string; sequel: { title: string } | null }[]).map(
      ({ title, sequel }) => `${title} ${sequel?.title ?? ''}`,
    );
  };

  it('and may refer to those before them', async () => {
    await load({
      books: [
        { title: 'Row 1', slug: 'row-1' },
        { title: 'Row 2', slug: 'row-2' },
        { title: 'Row 3', sequel: 'row-1' },
        { title: 'Row 4', sequel: { id: 2 } },
        { title: 'Row 5' },
      ],
    });
    expect(await titles('Row')).toEqual(['Row 1 ', 'Row 2 ', 'Row 3 Row 1', 'Row 4 Row 2', 'Row 5 ']);
  });

  it.each<[fault: string, book: object]>([
    ['a value', { title: 5 }],
    ['a reference', { title: 'x', shelf: 'nowhere' }],
    ['a unique value', { title: 'x', isbn: '123' }],
  ])('and those before %s with a fault are stored', async (fault, book) => {
    const prefix = fault.replaceAll(' ', '');
    const isbn = fault === 'a unique value' ? '123' : undefined;
    const books = [{ title: `${prefix}1`, isbn }, { title: `${prefix}2` }, book, { title: `${prefix}3` }];
    await expect(load({ books: JSON.parse(JSON.stringify(books)) as unknown })).rejects.toThrow('books[2]: ');
    expect(await titles(prefix)).toEqual([`${prefix}1 `, `${prefix}2 `]);
  });
});

it.each<[content: unknown, message: string]>([
  [[], 'A seed file must hold an object'],
  [{ nope: [] }, 'There is no content type "nope"; the content types are authors, books, cards, home, rules, shelves'],
  [{ book: [] }, 'There is no content type "book"'],
  [{ books: {} }, '"books" must be a list of objects'],
  [{ books: ['x'] }, '"books" must be a list of objects'],
  [{ home: [] }, '"home" must be one object'],
  [{ books: [{ title: 'fine' }, { title: 5 }] }, 'books[1]: title: title must be a `string` type'],
  [{ books: [{ title: 'x', nope: 1 }] }, 'books[0]: Invalid key nope'],
  [{ rules: {} }, 'rules: title: title must be defined'],
  [{ books: [{ title: 'x', shelf: 'nowhere' }] }, 'books[0]: shelf: no shelf is "nowhere"'],
  [{ books: [{ title: 'x', editor: { age: 5 } }] }, 'books[0]: editor: author has no field "age" to refer to it by'],
  [
    { books: [{ title: 'x', page: { quotes: [{ text: 'q' }, { text: 'r', from: { name: 'Nobody' } }] } }] },
    'books[0]: page.quotes.1.from: no author is {"name":"Nobody"}',
  ],
  [
    { shelves: [{ name: 'twin' }, { name: 'twin' }], books: [{ title: 'x', shelf: { name: 'twin' } }] },
    'books[0]: shelf: more than one shelf is {"name":"twin"}',
  ],
  [
    { books: [{ title: 'x', sequel: { title: 'later' } }, { title: 'later' }] },
    'books[0]: sequel: no book is {"title":"later"}',
  ],
])('an invalid seed file is reported with the path of the fault: %j', async (content, message) => {
  await expect(load(content)).rejects.toThrow(message);
});

it('says how far it is, if it takes longer than a second', async () => {
  let seconds = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => Date.UTC(2026, 0, 1) + 1_000 * seconds++);
  const lines: string[] = [];
  const content = { shelves: ['m', 'n'].map((code) => ({ name: code, code })) };
  await seed(api.service(), content, (line) => lines.push(line));
  clock.mockRestore();
  expect(lines).toEqual(['shelves: 0 of 2', 'shelves: 1 of 2', 'shelves: 2 documents']);
});
