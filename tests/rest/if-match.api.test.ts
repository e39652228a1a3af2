// Checks If-Match: a write happens only if the document is still as the caller read it.
import { beforeEach, describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';

const api = createApi(library, undefined, 3);

const many = Array.from({ length: 20 }, (_, index) => index);

const etagOf = ({ headers }: Reply): string => String(headers.etag);
const when = (tag: string) => ({ headers: { 'If-Match': tag } });

let book = '';
let tag = '';
beforeEach(async () => {
  const { body, headers } = await api.post('/api/books', { title: 'One' });
  book = `/api/books/${body.data.documentId as string}`;
  tag = String(headers.etag);
});

const title = async (): Promise<unknown> => (await api.get(`${book}?status=draft`)).body?.data?.title;

describe('the ETag of one document', () => {
  it('begins with the revision, in every kind of read', async () => {
    await api.put(book, { year: 1 });
    for (const query of ['', '?fields=title', '?populate=*', '?status=draft'])
      expect(etagOf(await api.get(`${book}${query}`))).toMatch(/^W\/"2-[\w-]{27}"$/);
    expect(etagOf(await api.put(`${book}?populate=*`, {}))).toMatch(/^W\/"3-/);
    expect(etagOf(await api.put('/api/rules', { title: 'R' }))).toMatch(/^W\/"1-/);
    expect(etagOf(await api.get('/api/rules'))).toMatch(/^W\/"1-/);
  });

  it('is never in the body', async () => {
    const replies = [await api.get(book), await api.get(`${book}?populate=*`), await api.put(book, {})];
    for (const { body } of replies) expect(JSON.stringify(body)).not.toContain('revision');
  });
});

describe('a write with If-Match', () => {
  it('happens if no other write came first, whichever read returned the tag', async () => {
    const read = etagOf(await api.get(`${book}?fields=title&populate=authors&status=draft`));
    const { status, headers } = await api.put(book, { title: 'Two' }, when(read));
    expect(status).toBe(200);
    expect((await api.put(book, { title: 'Three' }, when(String(headers.etag)))).status).toBe(200);
    expect(await title()).toBe('Three');
  });

  it.each<[name: string, write: () => Promise<unknown>]>([
    ['a publishing write', () => api.put(book, { year: 1 })],
    ['a write of the draft', () => api.put(`${book}?status=draft`, {})],
    ['a link written from the inverse side', () => api.post('/api/shelves', { name: 'S', books: [book.slice(11)] })],
  ])('is refused after %s, and writes nothing', async (_name, write) => {
    await write();
    const replies = [
      await api.put(book, { title: 'Two' }, when(tag)),
      await api.put(`${book}?status=draft`, { title: 'Two' }, when(tag)),
      await api.delete(book, when(tag)),
      ...(await Promise.all(
        ['publish', 'unpublish', 'discard-draft'].map((action) =>
          api.request('POST', `${book}/actions/${action}`, when(tag)),
        ),
      )),
    ];
    for (const { status, body } of replies) expect([status, body.error.name]).toEqual([412, 'PreconditionFailedError']);
    expect(await title()).toBe('One');
  });

  it('ignores populated documents', async () => {
    const author = await api.create('/api/authors', { name: 'A' });
    const linked = await api.put(`${book}?populate=authors`, { authors: [author] });
    await api.put(`/api/authors/${author}`, { name: 'B' });
    expect((await api.put(book, { title: 'Two' }, when(etagOf(linked)))).status).toBe(200);
  });

  it('deletes if no other write came first', async () => {
    expect((await api.delete(book, when(tag))).status).toBe(204);
    expect((await api.get(book)).status).toBe(404);
  });

  it.each<[header: () => string, status: number]>([
    [() => '*', 200],
    [() => tag, 200],
    [() => tag.replace('W/', ''), 200],
    [() => `"other", ${tag}`, 200],
    [() => `${tag},W/"9-x"`, 200],
    [() => '"other"', 412],
    [() => '""', 412],
    [() => tag.replace('1-', '2-'), 412],
    [() => tag.replace('1-', ''), 412],
    [() => '"1-"', 412],
    [() => '', 400],
    [() => '1', 400],
    [() => tag.replaceAll('"', ''), 400],
    [() => `${tag} and more`, 400],
    [() => '"', 400],
    [() => '*, *', 400],
  ])('parses lists of tags: case %#', async (header, expected) => {
    expect((await api.put(book, { title: 'Two' }, when(header()))).status).toBe(expected);
    expect(await title()).toBe(expected === 200 ? 'Two' : 'One');
  });

  it('returns 412 for a missing document, or 404 like the same request without it', async () => {
    await api.delete(book);
    for (const header of ['*', tag]) {
      expect((await api.put(book, {}, when(header))).status).toBe(404);
      expect((await api.delete(book, when(header))).status).toBe(412);
      expect((await api.put('/api/home', { title: 'H' }, when(header))).status).toBe(412);
    }
    expect((await api.get('/api/home?status=draft')).status).toBe(404);
  });

  it('returns 404 for a document without a published version to unpublish, as without it', async () => {
    const { documentId } = (await api.post('/api/books?status=draft', { title: 'D' })).body.data;
    for (const header of ['*', '"other"'])
      expect(
        (await api.request('POST', `/api/books/${documentId as string}/actions/unpublish`, when(header))).status,
      ).toBe(404);
  });

  it('works for single types', async () => {
    const first = etagOf(await api.put('/api/rules', { title: 'R' }));
    expect((await api.put('/api/rules', { days: 1 }, when(first))).status).toBe(200);
    expect((await api.put('/api/rules', { days: 2 }, when(first))).status).toBe(412);
    expect((await api.delete('/api/rules', when(first))).status).toBe(412);
    expect((await api.get('/api/rules')).body.data.days).toBe(1);
  });

  it('distinguishes a single type from the one before its deletion', async () => {
    const first = etagOf(await api.put('/api/home', { title: 'first' }));
    await api.delete('/api/home');
    const again = etagOf(await api.put('/api/home', { title: 'again' }));
    expect((await api.put('/api/home', { title: 'lost' }, when(first))).status).toBe(412);
    expect((await api.put('/api/home', { title: 'kept' }, when(again))).status).toBe(200);
    await api.delete('/api/home');
  });

  it('happens even if related documents changed', async () => {
    const id = book.split('/').at(-1);
    const author = await api.create('/api/authors', { name: 'A', books: [id] });
    const read = etagOf(await api.get(book));
    const other = await api.create('/api/books', { title: 'Other' });
    await api.put(`/api/authors/${author}`, { books: { connect: [other] } });
    expect((await api.put(book, { title: 'Two' }, when(read))).status).toBe(200);
  });

  it.each(['*', '"1-x"'])('is refused if the request does not name one document: %s', async (header) => {
    const replies = [
      await api.post('/api/books', { title: 'new' }, when(header)),
      await api.request('POST', '/api/books/actions/bulk', {
        ...when(header),
        body: { data: [{ delete: { documentId: book.slice(11) } }] },
      }),
    ];
    for (const { status, body } of replies) expect([status, body.error.details]).toEqual([400, { path: 'If-Match' }]);
    expect((await api.get('/api/books?filters[title]=new')).body.data).toEqual([]);
    expect(await title()).toBe('One');
  });

  it('is ignored by reads', async () => {
    expect((await api.get(book, when('"other"'))).status).toBe(200);
  });
});

describe('of simultaneous writes with one tag', () => {
  it('one happens', async () => {
    const replies = await Promise.all(many.map((n) => api.put(book, { title: `by ${n}` }, when(tag))));
    const done = replies.filter(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(19);
    expect(done.map(({ body }) => body.data.title as string)).toEqual([await title()]);
  });

  it.each(many.slice(0, 5))('one happens, a delete among them: round %i', async () => {
    const writes = [0, 1, 2].map((n) => api.put(book, { title: `by ${n}` }, when(tag)));
    const replies = await Promise.all([...writes, api.delete(book, when(tag))]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it('any number happens with `*` while the document exists', async () => {
    const replies = await Promise.all(many.map((n) => api.put(book, { title: `by ${n}` }, when('*'))));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('a PUT with If-None-Match: *', () => {
  const ifNew = { headers: { 'If-None-Match': '*' } };

  it('creates a single type once', async () => {
    await api.delete('/api/rules');
    expect((await api.put('/api/rules', { title: 'First' }, ifNew)).status).toBe(200);
    const { status, body } = await api.put('/api/rules', { title: 'Second' }, ifNew);
    expect([status, body.error.name]).toEqual([412, 'PreconditionFailedError']);
    expect((await api.get('/api/rules')).body.data.title).toBe('First');
  });

  it('writes nothing to a document that exists, and nothing to one that does not', async () => {
    expect((await api.put(book, { title: 'Two' }, ifNew)).status).toBe(412);
    expect(await title()).toBe('One');
    expect((await api.put('/api/books/none', { title: 'Two' }, ifNew)).status).toBe(404);
  });

  it('ignores an ETag, which a cache may add', async () => {
    expect((await api.put(book, { title: 'Two' }, { headers: { 'If-None-Match': tag } })).status).toBe(200);
  });
});
