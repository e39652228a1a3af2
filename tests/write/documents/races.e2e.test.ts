// Checks simultaneous writes: no update is lost, no value is duplicated, no write is half done.
import { describe, expect, it } from 'vitest';
import { createApi, type Reply } from '../../setup/api.ts';
import { library } from './library.ts';
import { sweepLater } from './sweepLater.ts';

const api = createApi(library, undefined, 3);

/** Conflicts grow with the square of their number, so most rules need no more. */
const ten = Array.from({ length: 10 }, (_, index) => index);

/** Runs all requests with at most 25 at a time, because the connections of one process are limited. */
const runAtOnce = async <T>(writes: readonly (() => Promise<T>)[]): Promise<readonly T[]> => {
  const waiting = [...writes.entries()];
  const results: T[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: 25 }, worker));
  return results;
};

/** How many answers have each status. */
const countStatuses = (replies: readonly Reply[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('of simultaneous creates with one value, one succeeds', () => {
  it.each<[name: string, path: string, data: (n: number) => object]>([
    ['a unique text', 'shelves', () => ({ name: 'n', code: 'one' })],
    ['a unique number', 'shelves', () => ({ name: 'n', number: 7 })],
    ['a uid, with drafts', 'books', () => ({ title: 't', slug: 'one' })],
    ['a unique biginteger', 'books', () => ({ title: 't', isbn: '9007199254740993' })],
  ])('%s', async (_name, path, data) => {
    const replies = await runAtOnce(ten.map((n) => () => api.post(`/api/${path}`, data(n))));
    expect(countStatuses(replies)).toEqual({ 201: 1, 400: 9 });
    const names = Object.keys(data(0)).slice(1);
    const errors = replies.filter(({ status }) => status === 400).map(({ body }) => body.error.details.errors[0]);
    for (const error of errors)
      expect(error).toEqual({
        path: names,
        message: 'This attribute must be unique',
        name: 'ValidationError',
        value: data(0)[names[0] as never],
      });
  });
});

interface Row {
  readonly documentId: string;
  readonly editor: Row | null;
  readonly edited: readonly Row[];
}

describe('of simultaneous connects, all are kept', () => {
  const author = (data: object): Promise<string> => api.create('/api/authors', { name: 'a', ...data });
  const book = (data: object): Promise<string> => api.create('/api/books', { title: 'b', ...data });
  const connect = (documentId: string | undefined) => ({ connect: [{ documentId }] });

  /** The documentIds in a relation of one document, in both versions. */
  const linked = async (path: string, relation: string): Promise<readonly (readonly string[])[]> => {
    const reply = (status: string): Promise<Reply> =>
      api.get(`/api/${path}?status=${status}&populate[${relation}][fields]=id`);
    const replies = [await reply('draft'), await reply('published')];
    return replies.map(({ body }) =>
      (body.data[relation] as readonly Row[]).map(({ documentId }) => documentId).sort(),
    );
  };

  it.each<[name: string, path: string, relation: string, other: string, back: string]>([
    ['on the owning side', 'books', 'authors', 'authors', 'books'],
    ['on the inverse side', 'authors', 'books', 'books', 'authors'],
    ['on the inverse side of one-to-many', 'authors', 'edited', 'books', 'editor'],
  ])('for one document, %s', async (_name, path, relation, other, back) => {
    const [one, many] = path === 'books' ? [await book({}), author] : [await author({}), book];
    // As many as need more attempts than a few.
    const others = await Promise.all(Array.from({ length: 30 }, () => many({})));
    const replies = await runAtOnce(
      others.map((to) => () => api.put(`/api/${path}/${one}`, { [relation]: connect(to) })),
    );
    expect(countStatuses(replies)).toEqual({ 200: 30 });
    expect(await linked(`${path}/${one}`, relation)).toEqual([[...others].sort(), [...others].sort()]);
    const { body } = await api.get(`/api/${other}?filters[${back}][documentId]=${one}`);
    expect(body.meta.pagination.total).toBe(30);
  });

  it('for one document, from both sides and by creates', async () => {
    const one = await author({});
    const others = await Promise.all(ten.map(() => book({})));
    const created = new Set<string>();
    const replies = await runAtOnce(
      others.flatMap((to, n) => [
        n % 2 === 0
          ? () => api.put(`/api/authors/${one}`, { books: connect(to) })
          : () => api.put(`/api/books/${to}`, { authors: connect(one) }),
        ...(n % 5 === 0
          ? [
              async () => {
                const reply = await api.post('/api/books', { title: 'new', authors: [one] });
                created.add(reply.body.data.documentId as string);
                return reply;
              },
            ]
          : []),
      ]),
    );
    expect(countStatuses(replies)).toEqual({ 200: 10, 201: 2 });
    const all = [...others, ...created].sort();
    expect(await linked(`authors/${one}`, 'books')).toEqual([all, all]);
  });
});

describe('simultaneous updates of one document', () => {
  it('of different attributes lose nothing', async () => {
    const book = await api.create('/api/books', { title: 'shared' });
    const author = await api.create('/api/authors', { name: 'a' });
    const changes: readonly object[] = [
      { year: 1 },
      { price: 2.5 },
      { out: '2024-01-01' },
      { lent: true },
      { extra: [1] },
      { note: 'n' },
      { slug: 's' },
      { isbn: '5' },
      { quotes: [{ text: 'q' }] },
      { editor: author },
    ];
    const replies = await runAtOnce(ten.map((n) => () => api.put(`/api/books/${book}`, changes[n % 10])));
    expect(countStatuses(replies)).toEqual({ 200: 10 });
    const { body } = await api.get(`/api/books/${book}?populate=*`);
    expect(body.data).toMatchObject({
      ...{ year: 1, price: 2.5, out: '2024-01-01', lent: true, extra: [1], slug: 's', isbn: '5' },
      ...{ quotes: [{ text: 'q' }], editor: { name: 'a' } },
    });
  });

  it('from both sides of a relation leave both sides equal', async () => {
    const books = await Promise.all(ten.slice(0, 5).map((n) => api.create('/api/books', { title: `both${n}` })));
    const authors = await Promise.all(ten.slice(0, 5).map((n) => api.create('/api/authors', { name: `both${n}` })));
    const replies = await runAtOnce(
      ten.map((n) => () => {
        const [book, author] = [books[n % 5] ?? '', authors[(n * 3) % 5] ?? ''];
        return n % 2 === 0
          ? api.put(`/api/books/${book}`, { editor: author })
          : api.put(`/api/authors/${author}`, { edited: [book] });
      }),
    );
    expect(countStatuses(replies)).toEqual({ 200: 10 });
    for (const status of ['draft', 'published']) {
      const owned = await api.get(`/api/books?status=${status}&populate=editor&filters[title][$startsWith]=both`);
      const authorsReply = await api.get(
        `/api/authors?status=${status}&populate=edited&filters[name][$startsWith]=both`,
      );
      const fromBooks = (owned.body.data as readonly Row[]).flatMap(({ documentId, editor }) =>
        editor === null ? [] : [`${documentId} ${editor.documentId}`],
      );
      const fromAuthors = (authorsReply.body.data as readonly Row[]).flatMap((author) =>
        author.edited.map(({ documentId }) => `${documentId} ${author.documentId}`),
      );
      expect(fromBooks.length).toBeGreaterThan(0);
      expect([...fromBooks].sort()).toEqual([...fromAuthors].sort());
    }
  });

  it('that connect the same target leave it one owner', async () => {
    for (const round of ten.slice(0, 5)) {
      const target = await api.create('/api/books', { title: `t${round}` });
      const takers = await Promise.all(ten.slice(0, 8).map((n) => api.create('/api/books', { title: `taker${n}` })));
      const replies = await runAtOnce(takers.map((taker) => () => api.put(`/api/books/${taker}`, { sequel: target })));
      expect(countStatuses(replies)).toEqual({ 200: 8 });
      for (const status of ['draft', 'published']) {
        const { body } = await api.get(`/api/books?status=${status}&filters[sequel][documentId]=${target}`);
        expect(body.data).toHaveLength(1);
      }
    }
  });
});

describe('a delete among other writes', () => {
  it('is not undone by an update, which happens before it or finds nothing', async () => {
    for (const round of ten) {
      const book = await api.create('/api/books', { title: `d${round}` });
      const writes = ten.slice(0, 9).map((n) => () => api.put(`/api/books/${book}`, { year: n }));
      const replies = await runAtOnce([
        ...writes.slice(0, 4),
        () => api.delete(`/api/books/${book}`),
        ...writes.slice(4),
      ]);
      expect(replies.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
      expect((await api.get(`/api/books/${book}?status=draft`)).status).toBe(404);
    }
  });
});

describe('a document that is deleted while others link to it', () => {
  /** The stored links that name one of the documents. */
  const linksTo = async (documentIds: readonly string[]): Promise<readonly unknown[]> => {
    const books = (await api.service().database.get()).collection('books');
    // Versions in the outbox keep their links.
    const stored = await books.find({}, { projection: { draft: 1, published: 1 } }).toArray();
    const links = [...JSON.stringify(stored).matchAll(/"to":"(\w+)"/g)].map(([, to]) => to ?? '');
    return links.filter((to) => documentIds.includes(to));
  };

  it.each<[name: string, data: (author: string) => object]>([
    ['in a to-many relation', (author) => ({ authors: { connect: [author] } })],
    ['in a to-one relation', (author) => ({ editor: author })],
    ['in a component', (author) => ({ quotes: [{ text: 'q', from: author }] })],
    ['in a transaction', (author) => ({ prequel: null, authors: [author] })],
  ])('leaves no stored link after the sweep: %s', async (_name, data) => {
    const authors = await Promise.all(ten.map((n) => api.create('/api/authors', { name: `removed${n}` })));
    const books = await Promise.all(ten.map((n) => api.create('/api/books', { title: `linking${n}` })));
    const replies = await runAtOnce(
      authors.flatMap((author, n) => [
        ...[0, 1, 2].map((m) => () => api.put(`/api/books/${books[(n + m) % 10] ?? ''}`, data(author))),
        () => api.delete(`/api/authors/${author}`),
        () => api.post('/api/books', { title: 'new', ...data(author) }),
      ]),
    );
    expect(replies.map(({ status }) => status).filter((status) => ![200, 201, 204, 400].includes(status))).toEqual([]);
    await sweepLater(api.service());
    expect(await linksTo(authors)).toEqual([]);
  });
});

describe('a single type that many requests create at once', () => {
  it('exists once and contains every write', async () => {
    const replies = await runAtOnce(
      ten.map((n) => () => api.put('/api/rules', { title: 'r', ...(n === 3 ? { days: 3 } : {}) })),
    );
    expect(countStatuses(replies)).toEqual({ 200: 10 });
    const ids = new Set(replies.map(({ body }) => body.data.documentId as string));
    expect(ids.size).toBe(1);
    expect((await api.get('/api/rules')).body.data).toMatchObject({ title: 'r', days: 3 });
  });
});

describe('simultaneous writes of one document in one process', () => {
  const processApi = createApi(library);

  it('wait for each other, however many there are', async () => {
    const book = await processApi.create('/api/books', { title: 'wanted' });
    const db = await processApi.service().database.get();
    const conflictFilter = { op: 'update', nMatched: 0 };
    await db.command({ profile: 1, filter: conflictFilter });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => processApi.put(`/api/books/${book}`, { year: n })),
    );
    await db.command({ profile: 0, filter: 'unset' });
    expect(countStatuses(replies)).toEqual({ 200: 200 });
    expect(await db.collection('system.profile').countDocuments(conflictFilter)).toBe(0);
  });
});
