// Checks GET /openapi.json and GET /docs: which documents are examples, and which callers see what.
import { beforeAll, describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { jsonOf } from '../describe/openapi/described.ts';
import { createApi, withRestConfig, testConfig } from '../setup/api.ts';
import { addPublicRole } from '../setup/accounts.ts';

const api = createApi(library);
const known = api.service;
const both = ['api::shelf.shelf.find', 'api::book.book.find'];
/** The documentId of the first shelf. */
let first = '';

const readDescription = async (as: 'full-access' | 'read-only' | null) => {
  const { status, body } = await api.request('GET', '/openapi.json', { as });
  expect(status).toBe(200);
  return body;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read into it
const exampleOf = (description: any, path: string, method = 'get', status = 200): any =>
  jsonOf(description, description.paths[path][method].responses[status])?.example;

beforeAll(async () => {
  const shelf = await api.post('/api/shelves', { name: 'By the window' });
  first = shelf.body.data.documentId;
  await api.post('/api/books?status=draft', { title: 'Not yet' });
  await api.post('/api/books', {
    ...{ title: 'A Published Book', note: 'for nobody', isbn: '9007199254740993' },
    quotes: [{ text: 'Said by someone', pin: 'secret' }],
    shelf: shelf.body.data.documentId,
  });
  await addPublicRole(known(), ['api::shelf.shelf.find']);
});

describe('examples', () => {
  it('are published documents that the caller may find, populated', async () => {
    const { data } = exampleOf(await readDescription('full-access'), '/api/books');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      ...{ title: 'A Published Book', isbn: '9007199254740993', shelf: { name: 'By the window' } },
      quotes: [{ text: 'Said by someone' }],
    });
    expect(data[0]).not.toHaveProperty('note');
  });

  it('come from the schema if the caller may find no documents', async () => {
    const description = await readDescription(null);
    expect(JSON.stringify(description)).not.toContain('A Published Book');
    expect(exampleOf(description, '/api/books').data[0]).toMatchObject({ title: 'title', lent: false });
    expect(exampleOf(description, '/api/shelves').data[0]).toMatchObject({ name: 'By the window' });
  });

  it('are bodies that the API accepts', async () => {
    const description = await readDescription('full-access');
    const example: any = jsonOf(description, description.paths['/api/books'].post.requestBody)?.example; // eslint-disable-line @typescript-eslint/no-explicit-any
    // Unique values are taken by the example itself.
    const data = { ...example.data, isbn: '1', slug: 'another' };
    expect(await api.post('/api/books', data)).toMatchObject({ status: 201 });
  });
});

describe('examples of a type with large relations', () => {
  const narrow = createApi(library, withRestConfig({ maxPopulated: 1 }));

  it('are short if many documents are related', async () => {
    const shelf = await api.post('/api/shelves', { name: 'A long shelf' });
    const { documentId } = shelf.body.data;
    for (const title of ['One', 'Two', 'Three']) await api.post('/api/books', { title, shelf: documentId });
    const { accessKey } = await createToken(known(), { name: 'one', type: 'custom', permissions: both });
    await api.delete(`/api/shelves/${first}`);
    const { body } = await api.get('/openapi.json', { as: { token: accessKey } });
    const [{ name, books }] = exampleOf(body, '/api/shelves').data;
    expect([name, books.length]).toEqual(['A long shelf', 2]);
  });

  it('come from the schema if the limits of the site forbid the read', async () => {
    await narrow.post('/api/shelves', { name: 'Anywhere' });
    const { status, body } = await narrow.get('/openapi.json');
    expect([status, exampleOf(body, '/api/books').data[0].title]).toEqual([200, 'title']);
  });
});

describe('/openapi.json', () => {
  it('supports conditional requests', async () => {
    const { headers } = await api.get('/openapi.json', { as: null });
    const again = await api.get('/openapi.json', { as: null, headers: { 'If-None-Match': String(headers.etag) } });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });
});

describe('if the documentation is disabled', () => {
  const off = createApi(library, { ...testConfig, docs: false });

  it.each(['/openapi.json', '/docs', '/docs/start.js'])('returns 404 for %s', async (path) => {
    const { status, body } = await off.get(path, { as: null });
    expect([status, body.error.name]).toEqual([404, 'NotFoundError']);
  });
});

it.each(['/docs/nope.js', '/docs/constructor', '/docs/..%2Findex.js', '/docs/package.json'])(
  'returns 404 for %s',
  async (path) => {
    expect((await api.get(path, { as: null })).status).toBe(404);
  },
);

describe('the files of the page', () => {
  const small = createApi(library, withRestConfig({ maxResponseBytes: 1024 }));

  it.each([
    ['/docs', 'text/html'],
    ['/docs/start.js', 'text/javascript'],
    ['/docs/swagger-ui.css', 'text/css'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript'],
  ])('%s is sent unchanged, even with a small limit for answers', async (path, type) => {
    const { status, headers, body } = await small.get(path, { as: null });
    expect([status, headers['content-type'], typeof body]).toEqual([200, `${type}; charset=utf-8`, 'string']);
    const again = await small.get(path, { as: null, headers: { 'If-None-Match': String(headers.etag) } });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });

  it('may load only files of this server', async () => {
    const { headers } = await small.get('/docs', { as: null });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['x-frame-options']).toBe('DENY');
  });
});
