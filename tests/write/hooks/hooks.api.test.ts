// What hooks get, what they may change, and how they refuse a write.
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { defineExtension, type HooksOf } from '../../../lib/platform/extensions/index.ts';
import { createProjectApi } from '../../setup/api.ts';
import { library } from '../documents/library.ts';

/** The hooks of the test that runs. */
let hooks: HooksOf<string> = {};

const api = createProjectApi(
  library,
  defineExtension({
    types: {
      'api::book.book': {
        beforeWrite: (write) => hooks.beforeWrite?.(write),
        validate: (write) => hooks.validate?.(write),
        beforeDelete: (deletion) => hooks.beforeDelete?.(deletion),
      },
    },
  }),
);

beforeEach(() => {
  hooks = {};
});

const errorsOf = ({ error }: { readonly error: { readonly details: { readonly errors: readonly object[] } } }) =>
  error.details.errors.map((fault) => {
    const { path, message, value } = fault as Record<string, unknown>;
    return [path, message, value];
  });

describe('a hook gets', () => {
  it('the document as a body has it, with every attribute but passwords, and with ids of components', async () => {
    const [author, shelf] = [
      await api.create('/api/authors', { name: 'A' }),
      await api.create('/api/shelves', { name: 'S' }),
    ];
    let seen: unknown;
    hooks = {
      validate: ({ data }) => {
        seen = data;
      },
    };
    await api.create('/api/books', {
      title: 'T',
      isbn: '9007199254740993',
      out: '2026-01-02',
      extra: { a: [1] },
      secret: 'geheim',
      note: 'n',
      authors: [author],
      editor: author,
      shelf: { documentId: shelf },
      quotes: [{ text: 'q', from: author, pin: '1234' }],
      body: [{ __component: 'part.page', title: 'p', quote: { text: 'x' } }],
    });
    const id: unknown = expect.any(Number);
    const quote = { id, text: 'q', from: { documentId: author } };
    expect(seen).toEqual({
      ...{ title: 'T', slug: null, isbn: '9007199254740993', year: null, price: null, out: '2026-01-02', lent: false },
      ...{ extra: { a: [1] }, note: 'n', page: null, quotes: [quote], authors: [{ documentId: author }] },
      ...{ editor: { documentId: author }, sequel: null, shelf: { documentId: shelf }, like: [] },
      body: [{ __component: 'part.page', id, title: 'p', quote: { id, text: 'x', from: null }, quotes: [] }],
    });
  });

  it('relations that the other side stores only if the body names them', async () => {
    const seen: unknown[] = [];
    const earlier = await api.create('/api/books', { title: 'earlier' });
    hooks = { validate: ({ data }) => void seen.push(data.prequel) };
    const later = await api.create('/api/books', { title: 'later', prequel: earlier });
    await api.put(`/api/books/${later}`, { prequel: { disconnect: [earlier] } });
    expect(seen).toEqual([[{ documentId: earlier }], { connect: [], disconnect: [{ documentId: earlier }] }]);
  });
});

describe('what beforeWrite returns', () => {
  it('is written, and seen by validate', async () => {
    const [author, other] = [
      await api.create('/api/authors', { name: 'A' }),
      await api.create('/api/authors', { name: 'B' }),
    ];
    const before = await api.create('/api/books', { title: 'before' });
    const seen: unknown[] = [];
    hooks = {
      beforeWrite: ({ data }) => ({
        ...data,
        title: `${data.title}!`,
        isbn: 7n,
        out: new Date('2026-05-06T10:00:00Z'),
        authors: { connect: [other] },
        editor: { documentId: other },
        prequel: before,
        quotes: [...data.quotes, { text: 'more', from: { documentId: author } }],
        secret: undefined,
      }),
      validate: ({ data }) => void seen.push(data.title, data.isbn, data.authors, data.prequel),
    };
    const book = await api.create('/api/books', { title: 'T', authors: [author], quotes: [{ text: 'q' }] });
    expect(seen).toEqual(['T!', '7', [{ documentId: author }, { documentId: other }], [{ documentId: before }]]);
    hooks = {};
    const { body } = await api.get(`/api/books/${book}?populate=authors,editor,prequel,quotes.from`);
    expect(body.data).toMatchObject({
      ...{ title: 'T!', isbn: '7', out: '2026-05-06' },
      authors: [{ name: 'A' }, { name: 'B' }],
      editor: { name: 'B' },
      prequel: { title: 'before' },
      quotes: [
        { text: 'q', from: null },
        { text: 'more', from: { name: 'A' } },
      ],
    });
  });

  it('keeps the other attributes, passwords too', async () => {
    const book = await api.create('/api/books', { title: 'T', secret: 'geheim' });
    const db = await api.service().database.get();
    const stored = () => db.collection('books').findOne({ documentId: book });
    const before = (await stored())?.draft.secret;
    hooks = { beforeWrite: ({ data }) => ({ ...data, year: 1 }) };
    await api.put(`/api/books/${book}`, {});
    expect((await stored())?.draft).toMatchObject({ year: 1, title: 'T', secret: before });
    expect(before).toMatch(/^scrypt/);
  });

  it('can fill what is required', async () => {
    hooks = { beforeWrite: () => ({ title: 'made' }) };
    const { status, body } = await api.post('/api/books', {});
    expect([status, body.data.title]).toEqual([201, 'made']);
  });

  it.each([
    ['a value that the type refuses', { title: 'x', year: -1 }, ['year', 'year must be greater than or equal to 0']],
    [
      'a document that does not exist',
      { editor: { documentId: 'nobody' } },
      ['editor', /There is no api::author.author/],
    ],
  ])('is refused with its path for %s', async (_name, changes, [path, message]) => {
    hooks = { beforeWrite: () => changes };
    const { status, body } = await api.post('/api/books', { title: 'T' });
    expect([status, body.error.details.errors[0].path]).toEqual([400, [path]]);
    expect(body.error.message).toMatch(message as string);
  });

  it.each([
    ['an unknown attribute', () => ({ titel: 'x' })],
    ['no object', () => 'x' as never],
    ['a function', () => ({ title: () => 'x' })],
    ['an invalid date', () => ({ out: new Date('x') })],
  ])('is a failure of the project for %s', async (_name, beforeWrite) => {
    hooks = { beforeWrite };
    const { status, body } = await api.post('/api/books', { title: 'T' });
    expect([status, body.error.message]).toEqual([500, 'Internal Server Error']);
  });
});

describe('a write is refused', () => {
  it('with the faults of the schema and of validate, each at its path', async () => {
    hooks = {
      validate: ({ data, fail }) => {
        fail('isbn', 'must be odd');
        fail('note', 'is not clear');
        if (data.quotes.length > 0) fail(['quotes', 0, 'text'], 'is no quote');
        fail('page.title', 'must be longer');
      },
    };
    const { status, body } = await api.post('/api/books', {
      isbn: 4,
      note: 'private',
      quotes: [{ text: 'q' }],
      page: { title: 'p' },
    });
    expect(status).toBe(400);
    expect(errorsOf(body)).toEqual([
      [['title'], 'title must be a `string` type, but the final value was: `null`.', null],
      [['isbn'], 'must be odd', '4'],
      [['note'], 'is not clear', undefined],
      [['quotes', '0', 'text'], 'is no quote', 'q'],
      [['page', 'title'], 'must be longer', 'p'],
    ]);
  });

  it('without relations in its faults: the caller may not find their targets', async () => {
    const author = await api.create('/api/authors', { name: 'A' });
    const book = await api.create('/api/books', { title: 'x', editor: author, quotes: [{ text: 'q', from: author }] });
    hooks = {
      validate: ({ fail }) => {
        fail('editor', 'is wrong');
        fail('quotes', 'are wrong');
      },
    };
    const { status, body } = await api.put(`/api/books/${book}`, { year: 1 });
    expect([status, errorsOf(body)]).toEqual([
      400,
      [
        [['editor'], 'is wrong', undefined],
        [['quotes'], 'are wrong', undefined],
      ],
    ]);
  });

  it('before any hook runs, if its body has faults', async () => {
    let calls = 0;
    hooks = { beforeWrite: () => void (calls += 1), validate: () => void (calls += 1) };
    expect((await api.post('/api/books', { title: 1 })).status).toBe(400);
    expect((await api.post('/api/books', { title: 'x', editor: 'nobody' })).status).toBe(400);
    expect(calls).toBe(0);
  });

  it('with an error that the hook throws', async () => {
    hooks = {
      validate: () => {
        throw new ApiError(402, 'PaymentRequiredError', 'Pay first');
      },
    };
    const { status, body } = await api.post('/api/books', { title: 'x' });
    expect([status, body.error.name, body.error.message]).toEqual([402, 'PaymentRequiredError', 'Pay first']);
  });

  it.each([
    ['without a text', Object.create(null)],
    [
      'that causes itself',
      (() => {
        const error = new Error('x');
        return Object.assign(error, { cause: error });
      })(),
    ],
  ])('with 500 if the hook throws something %s', async (_name, thrown) => {
    hooks = {
      validate: () => {
        throw thrown;
      },
    };
    expect((await api.post('/api/books', { title: 'x' })).status).toBe(500);
  });

  it('with 500 if the hook throws another error, or assigns to data', async () => {
    hooks = {
      beforeWrite: () => {
        throw new Error('secret reason');
      },
    };
    const thrown = await api.post('/api/books', { title: 'x' });
    hooks = {
      beforeWrite: ({ data }) => {
        (data as Record<string, unknown>).title = 'y';
      },
    };
    const assigned = await api.post('/api/books', { title: 'x' });
    expect([thrown.status, thrown.body.error.message]).toEqual([500, 'Internal Server Error']);
    expect(assigned.status).toBe(500);
  });
});

it('beforeDelete gets the draft, and can refuse', async () => {
  const book = await api.create('/api/books', { title: 'a' });
  await api.put(`/api/books/${book}?status=draft`, { title: 'b' });
  const seen: unknown[] = [];
  hooks = {
    beforeDelete: ({ document, documentId, locale, refuse }) => {
      seen.push([document.title, documentId, locale]);
      if (seen.length === 1) refuse('It is lent');
    },
  };
  const refused = await api.delete(`/api/books/${book}`);
  expect([refused.status, refused.body.error.message]).toEqual([400, 'It is lent']);
  expect((await api.get(`/api/books/${book}`)).status).toBe(200);
  expect((await api.delete(`/api/books/${book}`)).status).toBe(204);
  expect((await api.delete(`/api/books/${book}`)).status).toBe(204);
  expect(seen).toEqual([
    ['b', book, null],
    ['b', book, null],
  ]);
});
