// How requests are sent: limits, persisted queries, caches, idempotency keys.
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';

import { persistedQueries } from '../../lib/platform/db/index.ts';
import { createApi, relationTo, schemaOf, testConfig, typeFile, withDrafts } from '../setup/api.ts';
import { setPermissions } from '../setup/users.ts';

const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      ...{ title: { type: 'string' }, body: { type: 'text' }, tags: relationTo('manyToMany', 'tag') },
      cover: { type: 'media', multiple: false },
    },
    withDrafts,
  ),
  'tag.json': typeFile('tag', { name: { type: 'string' } }),
});

const uids = ['api::article.article', 'api::tag.tag'] as const;
const kept = { maxAge: 10, sharedMaxAge: 100, staleWhileRevalidate: 0 };

const rest = { ...testConfig.api.rest, componentIds: true, maxResponseBytes: 20_000, maxReadCost: 0.05 };

const api = createApi(schema, {
  ...testConfig,
  api: { rest },
  cache: { ...testConfig.cache, types: { [uids[0]]: kept, [uids[1]]: { ...kept, maxAge: 5, sharedMaxAge: 50 } } },
  graphql: { ...testConfig.graphql, enabled: true, introspection: 'never', maxDepth: 4 },
});

const send = (query: string, variables: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  api.request('POST', '/graphql', { body: { query, variables }, headers });

const answer = async (query: string, variables: object = {}) => (await send(query, variables)).body;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const persisted = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: hashOf(text) } });

const byHash = (text: string, variables: object = {}): string =>
  `/graphql?${String(new URLSearchParams({ extensions: JSON.stringify(persisted(text)), variables: JSON.stringify(variables) }))}`;

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

const publicMay = (...actions: readonly string[]) =>
  setPermissions(
    api,
    'public',
    actions.map((action) => ({ action })),
  );

describe('a document', () => {
  it.each([
    ['deeper than the setting', '{articles {tags {articles: articles {title}}}}', /^Cannot query|more than 4/],
    ['of too many fields', `{${times(51, (i) => `a${i}: articles {title}`)}}`, /more than 50 fields of an operation/],
    ['of a field that is not there', '{articles {titel}}', /^Cannot query field "titel" on type "Article"\.$/],
    ['of the schema', '{__schema {types {name}}}', /introspection/],
    ['that contains itself', '{articles {...F}} fragment F on Article {tags {articles {...F}}}', /within itself|field/],
    ['that ends too early', '{articles {', /Syntax Error/],
  ])('%s is refused before anything runs', async (_, query, message) => {
    const { status, body } = await send(query);
    expect([status, Object.keys(body)]).toEqual([400, ['errors']]);
    expect(body.errors[0].message).toMatch(message);
  });

  it('of deep variables is refused', async () => {
    let filters: object = {};
    for (let i = 0; i < 500; i++) filters = { not: filters };
    const { status, body } = await send('query ($f: ArticleFiltersInput) {articles(filters: $f) {title}}', {
      f: filters,
    });
    expect([status, body.errors?.[0].message]).toEqual([400, '`variables` are nested too deep.']);
  });

  it.each([
    ['of the newer type, if the client reads it', '{', 'application/graphql-response+json, application/json;q=0.9'],
    ['of JSON otherwise', '{', 'application/json'],
    ['of JSON if it runs', '{__typename}', 'application/graphql-response+json'],
  ])('has an answer %s', async (title, query, accept) => {
    const { headers } = await send(query, {}, { Accept: accept });
    const type = title.includes('newer') ? 'application/graphql-response+json' : 'application/json';
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('comes alone', async () => {
    const one = { query: '{__typename}' };
    const { status, body } = await api.request('POST', '/graphql', { body: [one, one] });
    expect([status, body.errors[0].message]).toEqual([400, 'Operation batching disabled.']);
  });
});

describe('a form of another site', () => {
  it.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('cannot send a mutation as %s', async (type) => {
    const query = 'mutation {createTag(data: {name: "forged"}) {name}}';
    for (const body of [JSON.stringify({ query }), `query=${encodeURIComponent(query)}`])
      expect((await api.request('POST', '/graphql', { body, headers: { 'Content-Type': type } })).status).toBe(400);
    const address = `/graphql?query=${encodeURIComponent(query)}`;
    expect((await api.request('POST', address, { body: {} })).status).toBe(400);
    expect((await answer('{tags(filters: {name: {eq: "forged"}}) {name}}')).data).toEqual({ tags: [] });
  });
});

describe('the answer', () => {
  it('has no more than fits, however often aliases repeat it', async () => {
    await api.create('/api/articles', { title: 'Long', body: 'x'.repeat(1_000) });
    const many = (count: number) =>
      `{articles(filters: {title: {eq: "Long"}}) {${times(count, (i) => `a${i}: body`)}}}`;
    expect((await answer(many(15))).data.articles[0].a14).toHaveLength(1_000);
    for (const count of [25, 4_900]) {
      const { status, body } = await send(many(count));
      expect([status, body.data]).toEqual([200, null]);
      // The field that reads them refuses: nothing was written.
      expect(body.errors).toMatchObject([
        { path: ['articles'], message: expect.stringMatching(/larger than 20000 bytes/) },
      ]);
    }
  });

  it('is not written if its names alone are too large', async () => {
    for (let i = 0; i < 3; i++) await api.create('/api/tags', { name: 'long' });
    const { errors } = await answer(`{tags(filters: {name: {eq: "long"}}) {${'n'.repeat(9_000)}: name}}`);
    expect(errors).toMatchObject([{ path: ['tags'], message: expect.stringMatching(/larger than 20000 bytes/) }]);
  });
});

describe('the reads of an operation', () => {
  // Each reads its type without an index.
  const costly = (count: number) =>
    `{${times(count, (i) => `a${i}: articles(filters: {body: {contains: "${i}"}}) {title}`)}}`;

  it('cost no more together than one may', async () => {
    for (let i = 0; i < 10; i++) await api.create('/api/articles', { title: 'Tea', body: 'a text' });
    expect((await answer(costly(1))).errors).toBeUndefined();
    const { status, body } = await send(costly(40));
    expect(status).toBe(200);
    expect(body.data).toBeNull();
    expect(body.errors).toHaveLength(40);
    expect(body.errors[0]).toMatchObject({
      path: ['a0'],
      extensions: { code: 'BAD_USER_INPUT', error: { name: 'ValidationError', details: { limit: 0.05 } } },
    });
    expect(body.errors[0].message).toMatch(/would read too much together/);
  });

  // Each is a request of its own, which the filter makes costly.
  const others = (count: number) =>
    `{articles(filters: {body: {contains: "t"}}) {${times(count, (i) => `a${i}: tags(sort: "name", pagination: {limit: ${i + 1}}) {name}`)}}}`;

  it('cost no more one after the other', async () => {
    // What one costs.
    let cost = 0;
    for (let step = 0.05; step > 0.0001; step /= 2) {
      rest.maxReadCost = cost + step;
      if ((await answer(others(1))).errors !== undefined) cost += step;
    }
    rest.maxReadCost = cost * 2.5;
    expect((await answer(others(2))).errors).toBeUndefined();
    expect((await answer(others(3))).errors).toMatchObject([
      { path: ['articles'], message: expect.stringMatching(/^The query would read too much: .*body/) },
    ]);
    rest.maxReadCost = 0.05;
  });
});

describe('a persisted query', () => {
  const text = 'query Tags($n: String) {tags(filters: {name: {eq: $n}}) {name}}';

  it('needs only its hash once its text was sent', async () => {
    await api.create('/api/tags', { name: 'green' });
    const ask = (more: object) =>
      api.request('POST', '/graphql', { body: { variables: { n: 'green' }, extensions: persisted(text), ...more } });
    const unknown = await ask({});
    expect([unknown.status, unknown.body]).toEqual([
      200,
      { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
    ]);
    const found = { data: { tags: [{ name: 'green' }] } };
    expect((await ask({ query: text })).body).toEqual(found);
    expect((await ask({})).body).toEqual(found);
    expect((await api.get(byHash(text, { n: 'green' }))).body).toEqual(found);
  });

  it('has the hash of its text, and a known version', async () => {
    for (const [extensions, message] of [
      [persisted('{__typename}'), 'provided sha does not match query'],
      [{ persistedQuery: { version: 2, sha256Hash: hashOf(text) } }, /^Unsupported persisted query/],
      [{ persistedQuery: { version: 1, sha256Hash: { $gt: '' } } }, /^Unsupported persisted query/],
      [{ persistedQuery: 'x' }, /^Unsupported persisted query/],
    ] as const) {
      const { status, body } = await api.request('POST', '/graphql', { body: { query: text, extensions } });
      expect([status, body.errors[0].message]).toEqual([
        400,
        typeof message === 'string' ? message : expect.stringMatching(message),
      ]);
    }
  });

  it('is not stored under the hash of another one', async () => {
    const [good, bad] = ['{good: __typename}', '{bad: __typename}'];
    await api.request('POST', '/graphql', { body: { query: bad, extensions: persisted(good) } });
    const { body } = await api.get(byHash(good));
    expect(body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('answers what its caller may read, whoever sent it first', async () => {
    await publicMay('api::article.article.find');
    await api.create('/api/articles?status=draft', { title: 'Unpublished' });
    const query = '{articles(status: DRAFT, pagination: { limit: -1 }) {title}}';
    const first = await api.request('POST', '/graphql', { body: { query, extensions: persisted(query) } });
    expect(JSON.stringify(first.body.data)).toContain('Unpublished');
    const { headers, body } = await api.get(byHash(query), { as: null });
    expect([body.data, body.errors[0].extensions.code]).toEqual([null, 'FORBIDDEN']);
    expect(headers['cache-control']).toBe('private, no-store');
  });

  const isKept = async (query: string, as?: null): Promise<boolean> => {
    await api.request('POST', '/graphql', {
      body: { query, extensions: persisted(query) },
      ...(as === null ? { as } : {}),
    });
    return (await (await api.collection(persistedQueries)).findOne({ _id: hashOf(query) as never })) !== null;
  };

  it('is kept only if it is valid and short', async () => {
    expect(await isKept('{nothing}')).toBe(false);
    expect(await isKept(`{__typename}${' '.repeat(20_001)}`)).toBe(false);
    expect(await isKept('{__typename a: __typename}')).toBe(true);
  });

  it.each([
    ['is kept longer by use in the second half of its time', 14, 30],
    ['is not written by use before', 16, 16],
  ])('%s', async (title, daysLeft, daysThen) => {
    const query = `{__typename} # ${title}`;
    const days = (count: number): number => api.service().now().getTime() + count * 86_400_000;
    const queries = await api.collection(persistedQueries);
    const until = new Date(days(daysLeft));
    await queries.insertOne({ _id: hashOf(query) as never, text: query, until });
    expect((await api.get(byHash(query))).body).toEqual({ data: { __typename: 'Query' } });
    const stored = await queries.findOne({ _id: hashOf(query) as never });
    expect(Math.abs(Number(stored?.until) - days(daysThen))).toBeLessThan(60_000);
  });

  it('of a caller without credentials fills no more than its part, and is answered', async () => {
    const collection = await api.collection(persistedQueries);
    const count = vi.spyOn(collection.constructor.prototype, 'countDocuments');
    count.mockResolvedValue(1_000);
    expect(await isKept('{a: __typename}', null)).toBe(false);
    expect(await isKept('{b: __typename}')).toBe(true);
    count.mockResolvedValue(5_000);
    expect(await isKept('{c: __typename}')).toBe(false);
    count.mockRestore();
    const window = Math.floor(api.service().now().getTime() / 3_600_000);
    for (let i = 0; i < 100; i++) await isKept(`{a${i}: __typename}`, null);
    // A new hour may have begun.
    if (Math.floor(api.service().now().getTime() / 3_600_000) === window)
      expect(await isKept('{last: __typename}', null)).toBe(false);
    expect((await api.request('POST', '/graphql', { body: { query: '{last: __typename}' }, as: null })).body).toEqual({
      data: { last: 'Query' },
    });
  });
});

describe('a query by GET', () => {
  const files = 'plugin::upload.content-api.find';
  const users = 'plugin::users-permissions.user.find';
  const findsBoth = ['api::tag.tag.find', 'api::article.article.findOne'];
  const url = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;
  const get = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    api.get(url(query), { as: null, headers });

  it('is kept by caches as long as all its reads, under the keys of all', async () => {
    await publicMay('api::article.article.find', 'api::article.article.findOne', 'api::tag.tag.find');
    const tag = await api.create('/api/tags', { name: 'kept' });
    const article = await api.create('/api/articles', { title: 'Kept', tags: [tag] });
    const { status, headers, body } = await get(
      `{a: articles(filters: {title: {eq: "Kept"}}) {title} b: tags(filters: {name: {eq: "kept"}}) {name}}`,
    );
    expect([status, body]).toEqual([200, { data: { a: [{ title: 'Kept' }], b: [{ name: 'kept' }] } }]);
    expect(headers['cache-control']).toBe('public, max-age=5, s-maxage=50');
    expect(String(headers['surrogate-key']).split(' ').sort()).toEqual([...uids, article, tag].sort());
    const again = await get(
      `{a: articles(filters: {title: {eq: "Kept"}}) {title} b: tags(filters: {name: {eq: "kept"}}) {name}}`,
      { 'If-None-Match': String(headers.etag) },
    );
    expect([again.status, again.body]).toEqual([304, undefined]);
    const one = await get(`{article(documentId: "${article}") {title tags {name}}}`);
    expect(String(one.headers['surrogate-key']).split(' ').sort()).toEqual(['api::tag.tag', article, tag].sort());
    expect(one.headers['cache-control']).toBe('public, max-age=10, s-maxage=100');
  });

  it.each([
    ['with an error', 'private, no-store', '{tags {name} article(documentId: "x") {title}}', 'api::tag.tag.find'],
    ['beside what caches do not keep', 'no-cache', '{tags {name} uploadFiles {name}}', 'api::tag.tag.find', files],
    ['beside no document', 'private, no-store', '{tags {name} article(documentId: "x") {title}}', ...findsBoth],
    ['beside users', 'private, no-store', '{tags {name} usersPermissionsUsers {username}}', 'api::tag.tag.find', users],
    ['of an unknown hash', 'private, no-store', ''],
  ])('%s is kept by no cache', async (name, cacheControl, query, ...actions) => {
    await publicMay(...actions);
    const reply = query === '' ? await api.get(byHash('{x: __typename}'), { as: null }) : await get(query);
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, cacheControl]);
    expect(reply.headers['surrogate-key']).toBeUndefined();
    expect(reply.body.errors === undefined).toBe(name.startsWith('beside'));
  });

  it('has the keys of all related documents, and another ETag once one has changed', async () => {
    await publicMay('api::article.article.findOne', 'api::tag.tag.find');
    const [first, second] = [
      await api.create('/api/tags', { name: 'c' }),
      await api.create('/api/tags', { name: 'd' }),
    ];
    const id = await api.create('/api/articles', { title: 'Related', tags: [first, second] });
    // The second of them is read by a further request.
    const tags = (name: string, start: string) => `${name}: tags(filters: {name: {startsWith: "${start}"}}) {name}`;
    const query = `{article(documentId: "${id}") {${tags('a', 'c')} ${tags('b', 'd')}}}`;
    const { headers } = await get(query);
    expect(String(headers['surrogate-key']).split(' ').sort()).toEqual(['api::tag.tag', id, first, second].sort());
    await api.put(`/api/tags/${second}`, { name: 'e' });
    const again = await get(query, { 'If-None-Match': String(headers.etag) });
    expect([again.status, again.body]).toEqual([200, { data: { article: { a: [{ name: 'c' }], b: [] } } }]);
  });

  it('with credentials, or of drafts, is kept by no cache', async () => {
    expect((await api.get(url('{tags {name}}'))).headers['cache-control']).toBe('private, no-store');
    const drafts = await api.get(url('{articles(status: DRAFT) {title}}'));
    expect(drafts.headers['cache-control']).toBe('private, no-store');
  });

  it('whose result is too large as JSON is kept by no cache', async () => {
    await publicMay('api::article.article.find');
    // In JSON each character takes two bytes.
    await api.create('/api/articles', { title: 'Quotes', body: '"'.repeat(6_000) });
    const query = (names: string) => `{articles(filters: {title: {eq: "Quotes"}}) {${names}}}`;
    expect((await get(query('a: body'))).headers['surrogate-key']).toContain(uids[0]);
    const { status, headers, body } = await get(query('a: body b: body'));
    expect([status, headers['cache-control'], headers['surrogate-key']]).toEqual([200, 'private, no-store', undefined]);
    expect(body).toMatchObject({ data: null, errors: [{ message: expect.stringMatching(/larger than 20000 bytes/) }] });
  });

  it('is no mutation', async () => {
    const text = 'mutation {createTag(data: {name: "x"}) {name}}';
    await api.request('POST', '/graphql', { body: { query: text, extensions: persisted(text) } });
    for (const address of [url(text), byHash(text)]) {
      const { status, headers, body } = await api.get(address);
      expect([status, headers.allow]).toEqual([405, 'POST']);
      expect(body.errors[0].message).toBe('GET requests only support query operations, not mutation operations');
    }
    expect((await answer('{tags_connection(filters: {name: {eq: "x"}}) {pageInfo {total}}}')).data).toEqual({
      tags_connection: { pageInfo: { total: 1 } },
    });
  });

  it.each([
    '',
    'query=',
    'query=%7B',
    'variables=%7B&query={__typename}',
    'extensions=x&query={__typename}',
    'query={a}&query={b}',
  ])('of %s is an error of the request', async (query) => {
    const { status, body } = await api.get(`/graphql?${query}`);
    expect([status, body.errors?.length]).toEqual([400, 1]);
  });
});

describe('an idempotency key', () => {
  const text = `mutation ($n: String) {
    a: createTag(data: {name: $n}) {documentId}
    b: createTag(data: {name: $n}) {documentId}
  }`;
  const key = { 'Idempotency-Key': 'one' };

  it('counts for each field of a mutation', async () => {
    const first = await send(text, { n: 'once' }, key);
    expect(first.body.errors).toBeUndefined();
    expect(first.body.data.a).not.toEqual(first.body.data.b);
    expect((await send(text, { n: 'once' }, key)).body).toEqual(first.body);
    expect((await answer('{tags(filters: {name: {eq: "once"}}) {documentId}}')).data.tags).toHaveLength(2);
  });

  it('belongs to one request', async () => {
    const { body } = await send(text, { n: 'other' }, key);
    expect(body.errors.map(({ extensions }: never) => (extensions as { code: string }).code)).toEqual([
      'STRAPI_UNPROCESSABLE_ENTITY_ERROR',
      'STRAPI_UNPROCESSABLE_ENTITY_ERROR',
    ]);
  });

  it('is checked as that of REST', async () => {
    const { body } = await send(text, { n: 'long' }, { 'Idempotency-Key': 'x'.repeat(300) });
    expect(body.errors[0].message).toBe('Idempotency-Key must be 1 to 255 visible ASCII characters');
  });
});
