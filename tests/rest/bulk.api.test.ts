// Checks POST /api/:plural/actions/bulk: many writes in one request, all or nothing or one by one.
import { beforeEach, describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi, type Call, type Reply } from '../setup/api.ts';

const api = createApi(library, undefined, 2);

type Entry = Readonly<Record<string, unknown>>;

const bulk = (entries: readonly Entry[], more: object = {}, path = 'shelves', call: Call = {}): Promise<Reply> =>
  api.request('POST', path.replace(/(\?|$)/, '/actions/bulk$1').replace(/^/, '/api/'), {
    ...call,
    body: { data: entries, ...more },
  });

const each = { atomic: false };

const create = (name: string, more: object = {}): Entry => ({ create: { data: { name, ...more } } });

const names = async (path = 'shelves'): Promise<readonly string[]> => {
  const { body } = await api.get(`/api/${path}?fields=name&pagination[pageSize]=100`);
  return (body.data as { name: string }[]).map(({ name }) => name);
};

const pathsOf = ({ body }: Reply): readonly string[] =>
  (body.error.details.errors as { path: string[] }[]).map(({ path }) => path.join('.'));

beforeEach(async () => {
  const db = await api.service().database.get();
  await Promise.all(['shelves', 'books', 'authors'].map((name) => db.collection(name).deleteMany({})));
});

describe.each([
  ['all or nothing', {}],
  ['one by one', each],
])('a bulk request, %s', (_name, how) => {
  it('executes its entries in order, and returns the result of each', async () => {
    const [first, second] = [
      await api.create('/api/shelves', { name: 'a' }),
      await api.create('/api/shelves', { name: 'b' }),
    ];
    const { status, body } = await bulk(
      [
        create('c', { code: 'x' }),
        { update: { documentId: first, data: { name: 'changed' } } },
        { delete: { documentId: second } },
        { update: { documentId: first, data: { number: 3 } } },
        { delete: { documentId: 'aaaaaaaaaaaaaaaaaaaaaaaa' } },
      ],
      how,
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { status: 201, data: expect.objectContaining({ name: 'c', code: 'x' }) },
        { status: 200, data: expect.objectContaining({ documentId: first, name: 'changed', number: null }) },
        { status: 204, data: null },
        { status: 200, data: expect.objectContaining({ documentId: first, name: 'changed', number: 3 }) },
        { status: 204, data: null },
      ],
      meta: {},
    });
    const created = body.data[0].data;
    expect((await api.get(`/api/shelves/${created.documentId as string}`)).body.data).toEqual(created);
    expect([...(await names())].sort()).toEqual(['c', 'changed']);
  });

  it('writes the version of `status`, and publishes for a publish entry', async () => {
    const book = await api.create('/api/books?status=draft', { title: 'draft' });
    const { body } = await bulk(
      [
        { create: { data: {} } },
        { update: { documentId: book, data: { year: 1 } } },
        { publish: { documentId: book } },
      ],
      how,
      'books?status=draft',
    );
    const arePublished = (body.data as { data: { publishedAt: string | null } }[]).map(
      ({ data }) => data.publishedAt !== null,
    );
    expect(arePublished).toEqual([false, false, true]);
    expect((await api.get(`/api/books/${book}`)).body.data).toMatchObject({ title: 'draft', year: 1 });
    expect((await api.get('/api/books?status=draft')).body.data).toHaveLength(2);
  });

  it('changes other documents in the same way as single writes', async () => {
    const [author, book] = [
      await api.create('/api/authors', { name: 'A' }),
      await api.create('/api/books', { title: 'B' }),
    ];
    const shelf = await api.create('/api/shelves', { name: 's' });
    const { body } = await bulk(
      [create('t', { books: [book] }), create('u', { books: [book] }), { delete: { documentId: shelf } }],
      how,
    );
    expect(body.data).toHaveLength(3);
    expect((await api.get(`/api/books/${book}?populate=shelf`)).body.data.shelf.name).toBe('u');
    await bulk([{ update: { documentId: book, data: { authors: [author] } } }], how, 'books');
    await bulk([{ delete: { documentId: author } }], how, 'authors');
    expect((await api.get(`/api/books/${book}?populate=authors`)).body.data.authors).toEqual([]);
  });

  it('changes nothing if it is empty', async () => {
    expect((await bulk([], how)).body).toEqual({ data: [], meta: {} });
  });

  it('returns only ids if the documents are too large to answer', async () => {
    const ids = [];
    for (let n = 0; n < 6; n++) ids.push(await api.create('/api/books', { title: 't', extra: 'x'.repeat(900_000) }));
    const entries = ids.map((documentId) => ({ update: { documentId, data: { year: 1 } } }));
    const { status, body } = await bulk(entries, how, 'books');
    expect([status, body.data[5]]).toEqual([
      200,
      { status: 200, data: { id: expect.any(Number), documentId: ids[5] } },
    ]);
  });

  it.each<[name: string, body: unknown, path: string]>([
    ['no list', { data: create('x') }, 'data'],
    ['no data', {}, 'data'],
    ['a list', [create('x')], 'data'],
    ['too many', { data: Array.from({ length: 501 }, () => create('x')) }, 'data'],
    ['no boolean', { data: [create('x')], atomic: 'no' }, 'atomic'],
  ])('is refused if its body has %s', async (_what, body, path) => {
    const reply = await api.request('POST', '/api/shelves/actions/bulk', {
      body: Array.isArray(body) ? body : { ...how, ...(body as object) },
    });
    expect([reply.status, reply.body.error.details.path]).toEqual([400, path]);
    expect(await names()).toEqual([]);
  });

  it('is refused as a whole if entries are malformed, with all errors', async () => {
    const documentId = 'aaaaaaaaaaaaaaaaaaaaaaaa';
    const reply = await bulk(
      [
        create('x'),
        'x' as unknown as Entry,
        {},
        { nope: {} },
        { create: { data: {} }, update: {} },
        { create: null },
        { update: { data: {} } },
        { update: { documentId: 5, data: {} } },
        { delete: { documentId, data: {} } },
        { create: { data: {}, locale: 'en' } },
        { constructor: {} },
        JSON.parse('{"__proto__": {}}') as Entry,
      ],
      how,
    );
    expect(reply.status).toBe(400);
    expect(pathsOf(reply)).toEqual([
      ...['1', '2', '3', '4', '5.create', '6.update.documentId', '7.update.documentId', '8.delete.data'],
      ...['9.create.locale', '10', '11'],
    ]);
    expect(await names()).toEqual([]);
  });

  it.each(['fields=name', 'populate=*', 'status=nope', 'fields[]='])('refuses the query %s', async (query) => {
    expect((await bulk([create('x')], how, `shelves?${query}`)).status).toBe(400);
    expect(await names()).toEqual([]);
  });
});

describe('all or nothing', () => {
  it('one error in entry 499 undoes all other entries', async () => {
    const shelf = await api.create('/api/shelves', { name: 'stays' });
    const entries = Array.from({ length: 499 }, (_, n) =>
      n % 100 === 50 ? { update: { documentId: shelf, data: { name: `n${n}` } } } : create(`n${n}`, { number: n }),
    );
    const reply = await bulk([...entries, create('last', { number: 7 })]);
    expect([reply.status, pathsOf(reply)]).toEqual([400, ['499.create.data.number']]);
    expect(await names()).toEqual(['stays']);
    expect((await bulk([...entries, create('last', { number: 499 })])).status).toBe(200);
    expect((await api.get('/api/shelves')).body.meta.pagination.total).toBe(496);
  });

  it('returns the errors of all entries, from every stage', async () => {
    const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';
    await api.create('/api/books', { title: 't', slug: 'taken', isbn: '1' });
    const unfinished = await api.create('/api/books?status=draft', {});
    const reply = await bulk(
      [
        { create: { data: { title: 'fine' } } },
        { create: { data: { year: 'x' } } },
        { create: { data: { title: 'x', nope: 1 } } },
        { create: {} },
        { create: { data: { title: 'x', page: { quote: { nope: 1 } } } } },
        { create: { data: { title: 'x', authors: [absent] } } },
        { create: { data: { title: 'x', slug: 'taken', isbn: '1' } } },
        { update: { documentId: absent, data: {} } },
        { publish: { documentId: unfinished } },
        { create: { data: { title: 'x', slug: 'new' } } },
        { create: { data: { title: 'x', slug: 'new' } } },
      ],
      {},
      'books',
    );
    expect(reply.status).toBe(400);
    expect(pathsOf(reply)).toEqual([
      ...['1.create.data.year', '1.create.data.title', '2.create.data.nope', '3.create.data'],
      ...['4.create.data.page.quote.nope', '5.create.data.authors', '6.create.data.slug', '6.create.data.isbn'],
      ...['7.update.documentId', '8.publish.title', '10.create.data.slug'],
    ]);
    expect(reply.body.error.message).toBe('11 errors occurred');
    expect((await api.get('/api/books?status=draft')).body.data).toHaveLength(2);
  });

  it('becomes visible at once, and one of several requests with the same values succeeds', async () => {
    const entries = Array.from({ length: 20 }, (_, n) => create(`n${n}`, { number: n, code: `c${n}` }));
    const totals = new Set<number>();
    let done = false;
    const watch = async (): Promise<void> => {
      while (!done) totals.add((await api.get('/api/shelves')).body.meta.pagination.total);
    };
    const watching = watch();
    const replies = await Promise.all([entries, [...entries].reverse(), entries, entries].map((of) => bulk(of)));
    done = true;
    await watching;
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect([...totals].filter((total) => total !== 0 && total !== 20)).toEqual([]);
    for (const reply of replies.filter(({ status }) => status === 400)) expect(pathsOf(reply)).toHaveLength(40);
  });

  it('loses no write, and causes no lost write elsewhere', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => api.create('/api/shelves', { name: `n${n}` })));
    const numbers = ids.map((documentId, n) => ({ update: { documentId, data: { number: n } } }));
    const replies = await Promise.all([
      bulk(numbers),
      bulk([...numbers].reverse()),
      ...ids.map((id, n) => api.put(`/api/shelves/${id}`, { code: `c${n}` })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { body } = await api.get('/api/shelves?sort=name');
    for (const [n, shelf] of body.data.entries()) expect(shelf).toMatchObject({ code: `c${n}`, number: n });
  });

  it('runs once under an Idempotency-Key', async () => {
    const call = { headers: { 'Idempotency-Key': 'bulk' } };
    const first = await bulk([create('a'), create('b')], {}, 'shelves', call);
    const again = await bulk([create('a'), create('b')], {}, 'shelves', call);
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    expect(await names()).toEqual(['a', 'b']);
  });
});

describe('one by one', () => {
  it('returns the error of an entry in its result, and writes the others', async () => {
    const { status, body } = await bulk(
      [
        create('a', { code: 'one' }),
        create('b', { code: 'one' }),
        { create: { data: { nope: 1 } } },
        { update: { documentId: 'aaaaaaaaaaaaaaaaaaaaaaaa', data: {} } },
        { publish: { documentId: 'aaaaaaaaaaaaaaaaaaaaaaaa' } },
        create('c'),
      ],
      each,
    );
    expect(status).toBe(200);
    const [first, second, third, fourth, fifth, last] = body.data;
    expect([first.status, last.status]).toEqual([201, 201]);
    expect(second).toEqual({
      status: 400,
      error: {
        status: 400,
        name: 'ValidationError',
        message: 'This attribute must be unique',
        details: { errors: [expect.objectContaining({ path: ['code'], value: 'one' })] },
      },
    });
    expect([third.error.message, fourth.error.name, fifth.status]).toEqual(['Invalid key nope', 'NotFoundError', 400]);
    expect(await names()).toEqual(['a', 'c']);
  });

  it('cannot have an Idempotency-Key', async () => {
    const call = { headers: { 'Idempotency-Key': 'each' } };
    expect((await bulk([create('a')], each, 'shelves', call)).body.error.details).toEqual({ path: 'Idempotency-Key' });
    expect(await names()).toEqual([]);
  });
});

it('a delete among other entries removes both versions: status=draft is refused', async () => {
  const id = await api.create('/api/books', { title: 'kept' });
  const { status, body } = await bulk([{ delete: { documentId: id } }], {}, 'books?status=draft');
  expect([status, body.error.message]).toEqual([400, 'DELETE removes both versions: it cannot remove only the draft']);
  expect((await api.get(`/api/books/${id}`)).status).toBe(200);
});
