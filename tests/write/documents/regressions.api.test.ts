// Checks past errors that are not obvious, each with the request that revealed it.
import { describe, expect, it } from 'vitest';
import { findOne } from '../../../functions/findOne.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { createApi, schemaOf, silentLog, componentFile, typeFile, withDrafts } from '../../setup/api.ts';

const big = '9007199254740993';

const api = createApi(
  schemaOf({
    'post.json': typeFile(
      'post',
      {
        title: { type: 'string' },
        views: { type: 'biginteger' },
        only: { type: 'boolean', unique: true },
        counts: { type: 'component', component: 'shared.count', repeatable: true },
        ...Object.fromEntries(['filled', 'more', 'most'].map((name) => [name, { type: 'json' }])),
      },
      withDrafts,
    ),
    'components/shared/count.json': componentFile({ value: { type: 'biginteger' }, code: { type: 'password' } }),
  }),
);

const create = async (data: object): Promise<string> => {
  const { status, body } = await api.post('/api/posts', data);
  expect(status).toBe(201);
  return body.data.documentId;
};

describe('a document', () => {
  it('with a biginteger beyond the safe integers can be changed and published again', async () => {
    const id = await create({ views: big, counts: [{ value: big }] });
    const { status, body } = await api.put(`/api/posts/${id}?populate=counts`, { title: 'changed' });
    expect([status, body.data.title, body.data.views]).toEqual([200, 'changed', big]);
    expect(body.data.counts[0].value).toBe(big);
    const found = await api.get(`/api/posts?filters[views]=${big}&fields=views`);
    expect(found.body.data).toHaveLength(1);
  });

  it('may have a unique boolean', async () => {
    await create({ only: true });
    await create({ only: false });
    await create({});
    const { status, body } = await api.post('/api/posts', { only: true });
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['only']]);
  });

  it('is refused if it would be larger than a version may be', async () => {
    const id = await create({ title: 'large' });
    // A body has at most 1 MB.
    const filled = 'x'.repeat(6_000_000);
    const posts = await api.collection('posts');
    await posts.updateOne({ documentId: id }, { $set: { 'draft.filled': filled }, $inc: { revision: 1 } });
    const put = (name: string) => api.put(`/api/posts/${id}?status=draft`, { [name]: 'x'.repeat(600_000) });
    expect((await put('more')).status).toBe(200);
    const { status, body } = await put('most');
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/a version may have 7000000$/)]);
  });

  it('accepts at most ten passwords at once', async () => {
    const counts = Array.from({ length: 11 }, () => ({ code: 'secret word' }));
    const { status, body } = await api.post('/api/posts', { counts });
    expect([status, body.error.message]).toEqual([400, 'The body has 11 passwords, and 10 are allowed']);
  });
});

describe('a body with very many errors', () => {
  it('returns the first ones', async () => {
    const counts = Array.from({ length: 50_000 }, () => ({ value: 'x' }));
    const { status, body } = await api.post('/api/posts', { counts });
    expect([status, body.error.details.errors.length]).toEqual([400, 1]);
  });

  it('returns a hundred of them', async () => {
    const counts = Array.from({ length: 500 }, () => ({ value: 'x' }));
    const { body } = await api.post('/api/posts', { counts });
    expect([body.error.message, body.error.details.errors.length]).toEqual(['500 errors occurred', 100]);
  });
});

describe('a request', () => {
  it('that names __proto__ is refused, and the key is not ignored', async () => {
    expect((await api.get('/api/posts?filters[__proto__][a]=1')).status).toBe(400);
    expect((await api.get('/api/posts?filters[%5F%5Fproto%5F%5F][a]=1')).status).toBe(400);
  });

  it('without headers has no credentials', async () => {
    const handler = endpoint(findOne, () => Promise.resolve(api.service()), silentLog);
    const event = {
      httpMethod: 'GET',
      path: '/api/posts/x',
      pathParameters: { contentType: 'posts', documentId: 'x' },
      headers: null,
      requestContext: { requestId: 'r', identity: { sourceIp: '192.0.2.1' } },
    };
    // An event as the AWS console sends it, which its type does not allow.
    const { statusCode } = await handler(event as never, {} as never);
    expect(statusCode).toBe(403);
  });
});
