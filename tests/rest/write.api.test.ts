// Checks creating, changing and deleting documents; tests/reference compares drafts, unique values, components and single types.
import { beforeEach, describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi } from '../setup/api.ts';

const api = createApi(library);

const empty = { slug: null, isbn: null, year: null, price: null, out: null, extra: null };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('a created document', () => {
  it('is returned with every scalar, defaults, and times', async () => {
    const { status, body } = await api.post('/api/books', { title: 'One', note: 'private' });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.any(Number) as unknown,
        documentId: expect.stringMatching(/^[a-z0-9]{24}$/) as unknown,
        title: 'One',
        lent: false,
        ...empty,
        ...{ createdAt: time, updatedAt: time, publishedAt: time },
      },
      meta: {},
    });
    expect((await api.get(`/api/books/${body.data.documentId as string}`)).body.data).toEqual(body.data);
  });

  it('is returned as the query requests', async () => {
    const url = '/api/books?fields=title&populate[page][populate]=quote&filters[title]=other&sort=nope';
    const refused = await api.post(url, { title: 'Never' });
    expect(refused.status).toBe(400);
    expect((await api.get('/api/books?filters[title]=Never')).body.data).toEqual([]);
    const { body } = await api.post(url.replace('&sort=nope', ''), {
      title: 'Asked',
      page: { title: 'p', quote: { text: 'q' } },
    });
    const { id, documentId, ...rest } = body.data;
    expect([typeof id, typeof documentId]).toEqual(['number', 'string']);
    expect(rest).toEqual({ title: 'Asked', page: { id: undefined, title: 'p', quote: { text: 'q' } } });
  });

  it('returns all errors together, including those of relations', async () => {
    const { status, body } = await api.post('/api/books', {
      year: 'x',
      quotes: [{ text: 'ok' }, {}],
      authors: ['aaaaaaaaaaaaaaaaaaaaaaaa'],
    });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^\d errors occurred$/)]);
    const paths = body.error.details.errors.map(({ path }: { path: string[] }) => path.join('.')) as string[];
    expect(paths).toEqual(expect.arrayContaining(['year', 'quotes.1.text', 'authors']));
  });
});

describe('unique values', () => {
  it.each<[name: string, values: object]>([
    ['null', { code: null, number: null }],
    ['an empty text', { code: '' }],
  ])('%s may occur in many documents', async (_name, values) => {
    for (let n = 0; n < 2; n++) await api.create('/api/shelves', { name: 'x', ...values });
  });

  it.each<[name: string, values: object]>([
    ['zero', { number: 0 }],
    ['a negative number', { number: -5 }],
    ['text that looks like an operator', { code: '$gt' }],
  ])('%s may occur once', async (_name, values) => {
    await api.create('/api/shelves', { name: 'x', ...values });
    expect((await api.post('/api/shelves', { name: 'y', ...values })).status).toBe(400);
  });
});

describe('a changed document', () => {
  let book = '';
  const read = async (status: string) =>
    (
      await api.get(
        `/api/books/${book}?status=${status}&populate[page][populate]=*&populate[quotes]=true&populate[body]=true`,
      )
    ).body.data;
  beforeEach(async () => {
    book = await api.create('/api/books', {
      ...{ title: 'One', year: 1, price: 1.5, out: '2024-01-02', extra: { a: 1 }, lent: true },
      page: { title: 'p', quote: { text: 'q' }, quotes: [{ text: 'r' }] },
      quotes: [{ text: 'a' }, { text: 'b' }],
      body: [{ __component: 'part.quote', text: 'z' }],
    });
  });

  it.each<[change: object]>([
    [{ title: 'Two' }],
    [{ year: null }],
    [{ lent: null }],
    [{ extra: null }],
    [{ extra: { b: [1, null] } }],
    [{ price: 2, out: '2025-01-01' }],
    [{}],
  ])('has the values of %j, and keeps the others', async (change) => {
    const before = await read('published');
    const { status, body } = await api.put(`/api/books/${book}`, change);
    expect(status).toBe(200);
    const after = { ...before, ...change, updatedAt: body.data.updatedAt, publishedAt: body.data.publishedAt };
    expect(await read('published')).toEqual(after);
    expect(await read('draft')).toEqual({ ...after, id: expect.any(Number) as unknown, publishedAt: null });
    expect(body.data.createdAt).toBe(before.createdAt);
  });

  it.each<[change: object, path: string]>([
    [{ title: null }, 'title'],
    [{ page: { quote: {} } }, 'page.quote.text'],
    [{ page: { quote: { text: 'x'.repeat(41) } } }, 'page.quote.text'],
    [{ quotes: null }, 'quotes'],
    [{ body: [{ text: 'x' }] }, 'body.0.__component'],
    [{ body: [{ __component: 'part.nope' }] }, 'body.0.__component'],
    [{ body: null }, 'body'],
    [{ year: -1 }, 'year'],
    [{ editor: 'aaaaaaaaaaaaaaaaaaaaaaaa' }, 'editor'],
  ])('does not change when %j is refused', async (change, path) => {
    const before = [await read('published'), await read('draft')];
    const { status, body } = await api.put(`/api/books/${book}`, { ...change, out: '1999-01-01' });
    expect([status, body.error.details.errors[0].path.join('.')]).toEqual([400, path]);
    expect([await read('published'), await read('draft')]).toEqual(before);
  });
});

it('a deleted document is not deleted with status=draft', async () => {
  const book = await api.create('/api/books', { title: 'Kept' });
  const { status, body } = await api.delete(`/api/books/${book}?status=draft`);
  expect([status, body.error.details.path]).toEqual([400, 'status']);
  expect((await api.get(`/api/books/${book}`)).status).toBe(200);
});

it('a single type without drafts gets defaults when it is created, and keeps other values when it changes', async () => {
  expect((await api.put('/api/rules', { days: 1 })).body.error.details.errors[0].path).toEqual(['title']);
  expect((await api.put('/api/rules', { title: 'R' })).body.data).toMatchObject({ title: 'R', days: 14 });
  expect((await api.put('/api/rules?status=draft', { days: null })).body.data).toMatchObject({
    title: 'R',
    days: null,
  });
  expect((await api.get('/api/rules?status=draft')).body.data).toMatchObject({ title: 'R', days: null });
});
