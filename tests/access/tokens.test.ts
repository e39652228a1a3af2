// Who may do what, with which Authorization header.
import { describe, expect, it } from 'vitest';
import { createToken } from '../../lib/access/index.ts';
import { library } from '../documents/library.ts';
import { apiOf } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const api = apiOf(library);

const operations: readonly (readonly [method: string, url: string])[] = [
  ['GET', '/api/books'],
  ['GET', '/api/books/x'],
  ['POST', '/api/books'],
  ['PUT', '/api/books/x'],
  ['DELETE', '/api/books/x'],
  ['GET', '/api/home'],
  ['PUT', '/api/home'],
  ['DELETE', '/api/home'],
];

const writing = operations.filter(([method]) => method !== 'GET');

const refused = (status: number, name: string, message: string) => ({
  status,
  body: { data: null, error: { status, name, message, details: {} } },
});

describe('without credentials', () => {
  it.each(operations)('%s %s is 403', async (method, url) => {
    expect(await api.request(method, url, { as: null, body: { data: {} } })).toMatchObject(
      refused(403, 'ForbiddenError', 'Forbidden'),
    );
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'x'])('the header %j counts as none', async (authorization) => {
    const { status } = await api.get('/api/books', { as: null, headers: { authorization } });
    expect(status).toBe(403);
  });
});

describe('a token that is not valid', () => {
  it.each(operations)('%s %s is 401', async (method, url) => {
    expect(await api.request(method, url, { as: { token: 'nonsense' }, body: { data: {} } })).toMatchObject(
      refused(401, 'UnauthorizedError', 'Missing or invalid credentials'),
    );
  });
});

describe('a read-only token', () => {
  it.each(writing)('may not %s %s', async (method, url) => {
    expect(await api.request(method, url, { as: 'read-only', body: { data: { title: 'x' } } })).toMatchObject(
      refused(403, 'ForbiddenError', 'Forbidden'),
    );
  });

  it('may read, drafts too', async () => {
    const { body } = await api.post('/api/books?status=draft', { title: 'draft' });
    const id = body.data.documentId as string;
    const replies = [
      await api.get('/api/books?status=draft', { as: 'read-only' }),
      await api.get(`/api/books/${id}?status=draft`, { as: 'read-only' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a token', () => {
  it('is 64 hexadecimal digits, of which the database has a hash only', async () => {
    const db = await api.service().database.get();
    const token = await createToken(db, secrets.tokens, 'mine', 'full-access', new Date());
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const stored = await db.collection('lectern_tokens').find().toArray();
    expect(stored.map(({ name }) => name as string)).toContain('mine');
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await api.get('/api/books', { as: { token } })).status).toBe(200);
    expect((await api.get('/api/books', { as: null, headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  });

  it('is no longer one when it is taken out of the database', async () => {
    const db = await api.service().database.get();
    const token = await createToken(db, secrets.tokens, 'gone', 'full-access', new Date());
    await db.collection('lectern_tokens').deleteOne({ name: 'gone' });
    expect((await api.get('/api/books', { as: { token } })).status).toBe(401);
  });
});
