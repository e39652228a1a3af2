// Checks Idempotency-Key: a POST that is sent several times creates one document and has one answer.
import { describe, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';

const api = createApi(library, undefined, 3);

let keys = 0;
const newKey = (): string => `key-${++keys}`;

const post = (key: string, data: unknown, url = '/api/books'): Promise<Reply> =>
  api.post(url, data, { headers: { 'Idempotency-Key': key } });

const count = async (title: string): Promise<number> =>
  (await api.get(`/api/books?status=draft&filters[title]=${title}`)).body.meta.pagination.total;

interface Reservation {
  readonly _id: string;
}
const reservations = async () => await api.collection<Reservation>('lectern_idempotency');

/** Stores what a process leaves if it dies between reserving a key and committing. */
const leaveReservation = async (key: string, data: object): Promise<string> => {
  const stored = await reservations();
  const before = await stored.distinct('_id');
  expect((await post(key, data)).status).toBe(201);
  const [id = ''] = await stored.distinct('_id', { _id: { $nin: before } });
  await stored.updateOne({ _id: id }, { $unset: { answer: 1 } });
  await (await api.collection('books')).deleteMany({ 'draft.title': (data as { title: string }).title });
  return id;
};

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('a POST with an Idempotency-Key', () => {
  it.each([
    ['without a query', '/api/books'],
    ['with a query', '/api/books?fields=title&populate[editor][fields]=name&status=draft'],
  ])('gets the same answer again, %s, and happens once', async (name, url) => {
    const key = newKey();
    const editor = await api.create('/api/authors', { name: 'E' });
    const data = { title: `again ${name}`, editor, isbn: String(keys) };
    const first = await post(key, data, url);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const documentId = first.body.data.documentId as string;
    await api.put(`/api/authors/${editor}`, { name: 'changed' });
    await api.put(`/api/books/${documentId}`, { title: 'changed' });
    await api.delete(`/api/books/${documentId}`);
    for (let n = 0; n < 2; n++) {
      const again = await post(key, data, url);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
    }
    expect(await count(`again ${name}`)).toBe(0);
  });

  it('answers only the ids if the document is too large to answer', async () => {
    const key = newKey();
    const data = { name: 'x' };
    const { documentId } = (await post(key, data, '/api/shelves')).body.data;
    const large = Array.from({ length: 6 }, (_, n) => ({
      title: `L${n}`,
      extra: 'x'.repeat(900_000),
      shelf: documentId,
    }));
    const books: string[] = [];
    for (const book of large) books.push(await api.create('/api/books', book));
    const url = '/api/shelves?populate=books';
    const send = () => post('large', { name: 'large', books }, url);
    const first = await send();
    expect(first.body).toEqual({ data: { id: expect.any(Number), documentId: expect.any(String) }, meta: {} });
    expect((await send()).body).toEqual(first.body);
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(256), 'a\tb'])('requires visible ASCII, not %j', async (key) => {
    const { status, body } = await post(key, { title: 'odd' });
    expect([status, body.error.details]).toEqual([400, { path: 'Idempotency-Key' }]);
    expect(await count('odd')).toBe(0);
  });

  it('is refused if the request differs under the same key', async () => {
    const key = newKey();
    await post(key, { title: 'first' });
    const others = [
      await post(key, { title: 'second' }),
      await post(key, { title: 'first', year: 1 }),
      await post(key, { title: 'first' }, '/api/books?status=draft'),
      await post(key, { name: 'first' }, '/api/shelves'),
    ];
    for (const { status, body } of others) expect([status, body.error.name]).toEqual([422, 'UnprocessableEntityError']);
    expect([await count('first'), await count('second')]).toEqual([1, 0]);
  });

  it('is separate for each caller', async () => {
    const key = newKey();
    const { accessKey: token } = await createToken(api.service(), { name: 'other', type: 'full-access' });
    const headers = { 'Idempotency-Key': key };
    await post(key, { title: 'shared' });
    expect((await api.post('/api/books', { title: 'shared' }, { headers, as: { token } })).status).toBe(201);
    expect(await count('shared')).toBe(2);
    for (const as of ['read-only', null] as const)
      expect((await api.post('/api/books', { title: 'shared' }, { headers, as })).status).toBe(403);
  });

  it('leaves its key free if it is refused', async () => {
    const key = newKey();
    await api.post('/api/shelves', { name: 'x', code: 'taken' });
    const refused: readonly [data: object, status: number][] = [
      [{ name: 5 }, 400],
      [{ name: 'x', nope: 1 }, 400],
      [{ name: 'x', code: 'taken' }, 400],
      [{ name: 'x', books: ['aaaaaaaaaaaaaaaaaaaaaaaa'] }, 400],
    ];
    for (const [data, status] of refused) expect((await post(key, data, '/api/shelves')).status).toBe(status);
    const { status, headers } = await post(key, { name: 'good' }, '/api/shelves');
    expect([status, headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('is forgotten after 24 hours', async () => {
    const key = newKey();
    await post(key, { title: 'daily' });
    await (await reservations()).updateMany({}, { $set: { createdAt: secondsAgo(24 * 3600) } });
    expect((await post(key, { title: 'daily' })).headers['idempotent-replayed']).toBeUndefined();
    expect(await count('daily')).toBe(2);
    await api.createAllIndexes();
    const indexes = await (await reservations()).indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 24 * 3600 }));
  });
});

describe('an action with an Idempotency-Key', () => {
  const act = (key: string, path: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    api.request('POST', path, { headers: { 'Idempotency-Key': key, ...more } });
  const draft = async (title: string): Promise<string> =>
    `/api/books/${await api.create('/api/books?status=draft', { title })}`;

  it.each(['publish', 'unpublish', 'discard-draft'])(
    'happens once, and gets the same answer again: %s',
    async (action) => {
      const [key, book] = [newKey(), await draft(action)];
      await api.put(book, {});
      await api.put(`${book}?status=draft`, { title: 'changed' });
      const url = `${book}/actions/${action}?fields=title&populate[editor][fields]=name`;
      const first = await act(key, url);
      expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
      await api.put(book, { title: 'later' });
      const again = await act(key, url);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
      expect((await api.get(book)).body.data.title).toBe('later');
    },
  );

  it('gets the same answer although its If-Match no longer matches', async () => {
    const [key, book] = [newKey(), await draft('guarded')];
    const tag = String((await api.get(`${book}?status=draft`)).headers.etag);
    const publish = (match: string) => act(key, `${book}/actions/publish`, { 'If-Match': match });
    expect((await publish(tag)).status).toBe(200);
    expect((await publish(tag)).headers['idempotent-replayed']).toBe('true');
    expect((await publish('*')).status).toBe(422);
  });

  it('leaves its key free if it is refused', async () => {
    const [key, book] = [newKey(), await draft('again')];
    expect((await act(key, `${book}/actions/unpublish`)).status).toBe(404);
    await api.put(book, {});
    expect((await act(key, `${book}/actions/unpublish`)).headers['idempotent-replayed']).toBeUndefined();
  });
});

it('of simultaneous POSTs with one key, one happens; the others get its answer or a request to retry', async () => {
  const key = newKey();
  const editor = await api.create('/api/authors', { name: 'E' });
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => post(key, { title: 'fifty', editor }, '/api/books?populate=editor')),
  );
  const done = replies.filter(({ status }) => status === 201);
  const waiting = replies.filter(({ status }) => status === 409);
  expect(done.length + waiting.length).toBe(50);
  expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  for (const { body } of done) expect(body).toEqual(done[0]?.body);
  for (const { body, headers } of waiting)
    expect([body.error.name, headers['retry-after']]).toEqual(['ConflictError', '1']);
  expect(await count('fifty')).toBe(1);
  expect((await post(key, { title: 'fifty', editor }, '/api/books?populate=editor')).body).toEqual(done[0]?.body);
});

it('a key whose process died before it committed is in progress until its owner must have ended, and then free for the same request', async () => {
  const key = newKey();
  const data = { title: 'died' };
  const id = await leaveReservation(key, data);
  const kept = await reservations();
  for (const seconds of [0, 55]) {
    await kept.updateOne({ _id: id }, { $set: { heldAt: secondsAgo(seconds) } });
    expect((await post(key, data)).status).toBe(409);
  }
  await kept.updateOne({ _id: id }, { $set: { heldAt: secondsAgo(61) } });
  expect((await post(key, { title: 'other' })).status).toBe(422);
  const replies = await Promise.all(Array.from({ length: 20 }, () => post(key, data)));
  expect(new Set(replies.map(({ status }) => status))).not.toContain(500);
  expect((await post(key, data)).status).toBe(201);
  expect(await count('died')).toBe(1);
});
