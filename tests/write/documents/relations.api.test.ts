// Checks relations written from either side, in drafts and published versions, and what both sides then show.
import { BSON, type Document } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { documentsBeforeEach } from '../../setup/documentsBeforeEach.ts';
import { library } from './library.ts';

const api = createApi(library);

type Named = Readonly<Record<'name' | 'title', string>> | null;

/** The names in a populated relation: a list, or one name or null for a to-one relation. */
const relatedNames = async (path: string, relation: string, status = 'published'): Promise<unknown> => {
  const { body } = await api.get(`/api/${path}?status=${status}&populate[${relation}]=true`);
  const value = body.data[relation] as Named | readonly Named[];
  const nameOf = (named: Named) => named?.title ?? named?.name ?? null;
  return Array.isArray(value) ? value.map(nameOf) : nameOf(value as Named);
};

const put = async (path: string, data: object): Promise<void> => {
  const { status, body } = await api.put(`/api/${path}`, data);
  expect(status, JSON.stringify(body)).toBe(200);
};

let [x, y, z]: readonly string[] = [];
let [a, b, c]: readonly string[] = [];
documentsBeforeEach(api, async () => {
  [x, y, z] = await Promise.all(['x', 'y', 'z'].map((title) => api.create('/api/books', { title })));
  [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => api.create('/api/authors', { name })));
});

describe('a missing target', () => {
  it('is reported together with all other errors', async () => {
    const { status, body } = await api.post('/api/books', { authors: ['nope'], shelf: 'nope' });
    const paths = (body.error.details.errors as { path: string[] }[]).map(({ path }) => path.join('.'));
    expect([status, paths]).toEqual([400, ['authors', 'shelf', 'title']]);
  });

  it('is reported with its path in lists of components', async () => {
    const page = {
      __component: 'part.page',
      quotes: [
        { text: 'there', from: a },
        { text: 'not', from: 'nope' },
      ],
    };
    const data = { title: 'x', body: [page, { ...page, quote: { text: 'one', from: 'neither' } }], quotes: [{}] };
    const { body } = await api.post('/api/books', data);
    const errors = body.error.details.errors as { path: string[]; value: unknown }[];
    expect(errors.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['quotes.0.text', undefined],
      ['body.0.quotes.1.from', 'nope'],
      ['body.1.quotes.1.from', 'nope'],
      ['body.1.quote.from', 'neither'],
    ]);
  });
});

it('the same target twice in one connect is refused at different positions, and is once at the same one', async () => {
  await put(`books/${x}`, { authors: [a, b] });
  const put2 = (...connect: readonly object[]) => api.put(`/api/books/${x}`, { authors: { connect } });
  for (const [one, other] of [
    [{ start: true }, { end: true }],
    [{ before: a }, { after: b }],
    [{ before: a }, { end: true }],
  ]) {
    const { status, body } = await put2({ documentId: c, position: one }, { documentId: c, position: other });
    expect([status, body.error.details.errors]).toEqual([
      400,
      [
        expect.objectContaining({
          path: ['authors'],
          message: `The relation ${c} is connected twice, at different positions`,
        }),
      ],
    ]);
  }
  expect(await relatedNames(`books/${x}`, 'authors')).toEqual(['a', 'b']);
  expect(
    (await put2({ documentId: c, position: { before: b } }, { documentId: c, position: { before: b } })).status,
  ).toBe(200);
  expect(await relatedNames(`books/${x}`, 'authors')).toEqual(['a', 'c', 'b']);
});

describe('a position next to a document that is not connected', () => {
  const beside = (position: object): object => ({ connect: [{ documentId: b, position }] });

  it('is reported together with all other errors', async () => {
    await put(`books/${x}`, { authors: [a] });
    const data = {
      title: null,
      shelf: 'nope',
      authors: beside({ before: c }),
      like: { connect: [{ documentId: y, position: { after: z } }] },
    };
    const { status, body } = await api.put(`/api/books/${x}`, data);
    const errors = body.error.details.errors as { path: string[]; message: string; value: unknown }[];
    expect(status).toBe(400);
    expect(errors.map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['title', null],
      ['shelf', 'nope'],
      ['authors', c],
      ['like', z],
    ]);
    expect(errors[2]?.message).toBe(`The position names ${c}, which is not connected`);
    expect(await relatedNames(`books/${x}`, 'authors')).toEqual(['a']);
  });

  it('is reported with its path in components', async () => {
    const quote = { text: 'x', from: { connect: [{ documentId: a, position: { before: b } }] } };
    const { body } = await api.post('/api/books', {
      title: 'x',
      body: [{ __component: 'part.page', quotes: [quote] }],
    });
    expect(body.error.details.errors).toEqual([
      expect.objectContaining({ path: ['body', '0', 'quotes', '0', 'from'], value: b }),
    ]);
  });

  it('is reported on the inverse side too', async () => {
    const { status, body } = await api.put(`/api/authors/${a}`, {
      books: { connect: [{ documentId: x, position: { before: y } }] },
    });
    expect([status, body.error.details.errors]).toEqual([
      400,
      [expect.objectContaining({ path: ['books'], value: y })],
    ]);
    expect(await relatedNames(`authors/${a}`, 'books')).toEqual([]);
  });
});

describe('a relation of a type without drafts that contains a draft', () => {
  let shelf = '';
  let draft = '';
  beforeEach(async () => {
    draft = await api.create('/api/books?status=draft', { title: 'd' });
    shelf = await api.create('/api/shelves', { name: 's', books: [draft, x] });
  });
  const bothVersions = async (): Promise<unknown> => [
    await relatedNames(`shelves/${shelf}`, 'books', 'draft'),
    await relatedNames(`shelves/${shelf}`, 'books'),
  ];

  it('keeps its order when the draft is published', async () => {
    await put(`shelves/${shelf}`, { books: { connect: [y] } });
    await put(`books/${draft}`, {});
    expect(await bothVersions()).toEqual([
      ['d', 'x', 'y'],
      ['d', 'x', 'y'],
    ]);
  });

  it.each([
    ['before', ['y', 'd', 'x'], ['y', 'x']],
    ['after', ['d', 'y', 'x'], ['y', 'x']],
  ])('accepts a position %s the draft', async (at, drafts, published) => {
    await put(`shelves/${shelf}`, { books: { connect: [{ documentId: y, position: { [at]: draft } }] } });
    expect(await bothVersions()).toEqual([drafts, published]);
    await put(`books/${draft}`, {});
    expect(await bothVersions()).toEqual([drafts, drafts]);
  });

  it('does not change links that moved in one version only', async () => {
    await put(`books/${x}?status=draft`, { shelf: null });
    await put(`books/${y}?status=draft`, { shelf });
    await put(`shelves/${shelf}`, { books: { connect: [z] } });
    expect(await bothVersions()).toEqual([
      ['d', 'y', 'z'],
      ['x', 'z'],
    ]);
    await put(`shelves/${shelf}`, { books: { disconnect: [x, y] } });
    expect(await bothVersions()).toEqual([['d', 'z'], ['z']]);
  });
});

describe('a deleted document', () => {
  beforeEach(async () => {
    await put(`books/${x}`, { authors: [a, b], sequel: y, page: { quote: { text: 'q', from: a } } });
    await put(`authors/${a}`, { edited: [x, z] });
    await api.delete(`/api/authors/${a}`);
    await api.delete(`/api/books/${y}`);
  });

  it.each<[filter: string, total: number]>([
    ['[authors][name]=a', 0],
    ['[authors][name]=b', 1],
    ['[sequel][documentId][$notNull]=true', 0],
    ['[editor][id][$null]=true', 2],
  ])('does not match the filter %s', async (filter, total) => {
    const ids = `&filters[documentId][$in][0]=${x}&filters[documentId][$in][1]=${z}`;
    expect((await api.get(`/api/books?filters${filter}${ids}`)).body.meta.pagination.total).toBe(total);
  });

  it('is not counted in relations', async () => {
    const { body } = await api.get(`/api/books/${x}?populate[authors][count]=true`);
    expect(body.data.authors).toEqual({ count: 1 });
  });
});

const booksOf = async () => await api.collection('books');
const storedBook = async (): Promise<Document> => (await (await booksOf()).findOne({ documentId: x })) ?? {};

it('a document at the size limit of MongoDB accepts no values and no link from the other side: the write returns an error and changes nothing', async () => {
  // MongoDB accepts no update larger than a document, so the test adds half of it at a time.
  const half = 'x'.repeat((16_777_216 - BSON.calculateObjectSize(await storedBook())) / 2 - 40);
  for (const name of ['filled', 'full'])
    await (await booksOf()).updateOne({ documentId: x }, { $set: { [name]: half } });
  const { draft } = await storedBook();
  const changed = await api.put(`/api/books/${x}`, { extra: 'x'.repeat(1_000) });
  expect([changed.status, changed.body.error.message]).toEqual([400, expect.stringMatching(/no room for more/)]);
  const { status, body } = await api.put(`/api/authors/${a}`, { name: 'other', books: [y, x] });
  const message = 'A document that stores these links has no room for more';
  expect([status, body.error.details.errors]).toEqual([400, [{ path: ['books'], message, name: 'ValidationError' }]]);
  expect((await api.get(`/api/authors/${a}?populate=books`)).body.data).toMatchObject({ name: 'a', books: [] });
  expect((await storedBook()).draft).toEqual(draft);
});
