// Agents find, write, publish and review content with tools, over both versions of the protocol.
import { beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from 'gpt-tokenizer';
import { componentFile, createApi, localized, relationTo, schemaOf, typeFile, withDrafts } from '../setup/api.ts';
import { agentClients, connectAgent, type Agent } from './agentClients.ts';
import { callTool, sendMessage } from './callTool.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { present } from '../../lib/mcp/present.ts';

const schema = schemaOf({
  'components/part/quote.json': componentFile({ text: { type: 'text', required: true } }),
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', required: true, maxLength: 60 },
      body: { type: 'richtext' },
      secret: { type: 'string', private: true },
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
      author: relationTo('manyToOne', 'author'),
    },
    { ...withDrafts, search: { attributes: ['title', 'body'] } },
  ),
  'author.json': typeFile('author', { name: { type: 'string' } }),
  'page.json': typeFile('page', { title: { type: 'string', ...localized } }, { ...withDrafts, ...localized }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { ...withDrafts, kind: 'singleType' }),
  'diary.json': typeFile('diary', { text: { type: 'string' } }),
});

const api = createApi(schema);

/** The name of a token's permission. */
const may = (type: string, ...actions: readonly string[]) => actions.map((action) => `api::${type}.${type}.${action}`);

let tokens = 0;

const tokenWith = async (permissions: readonly string[]): Promise<string> => {
  const name = `agent ${++tokens}`;
  const { accessKey } = await createToken(api.service(), { name, type: 'custom', permissions: [...permissions] });
  return accessKey;
};

const writing = [
  ...may('article', 'find', 'findOne', 'create', 'update', 'versions'),
  ...may('page', 'find', 'findOne', 'create', 'update'),
  ...may('home', 'find', 'update'),
  ...may('author', 'find', 'findOne'),
];

let agent: Agent;

beforeAll(async () => {
  agent = await connectAgent(api, await tokenWith(writing));
});

const draft = async (data: object): Promise<{ readonly documentId: string; readonly revision: string }> => {
  const { json } = await agent.call('create_document', { type: 'articles', data });
  return { documentId: json.document.documentId, revision: json.revision };
};

describe.each(Object.entries(agentClients))('a client %s', (_, { connect }) => {
  it('writes a draft, changes it, and finds who changed it', async () => {
    const client = await connect(api, await tokenWith(writing));
    const { json: created } = await client.call('create_document', {
      type: 'articles',
      data: { title: 'Tea', body: '# One' },
    });
    const { documentId } = created.document;
    const place = { type: 'articles', documentId };
    const { json: changed } = await client.call('update_document', {
      ...place,
      data: { title: 'Green tea' },
      revision: created.revision,
    });
    expect(changed.document).toMatchObject({ title: 'Green tea', body: '# One' });
    const { json: read } = await client.call('read_document', place);
    expect(read).toMatchObject({ document: { title: 'Green tea' }, revision: changed.revision });
    const { json: history } = await client.call('document_history', place);
    expect(history.items[0]).toMatchObject({ via: 'agent', updatedBy: { type: 'token', name: expect.any(String) } });
    // It is a draft: readers do not see it.
    expect((await api.get(`/api/articles/${documentId}`, { as: 'read-only' })).status).toBe(404);
    await client.close();
  });

  it('lists the same tools in the same order', async () => {
    const client = await connect(api, await tokenWith(writing));
    expect((await client.listTools()).map(({ name }) => name)).toEqual([
      ...['list_types', 'list_documents', 'read_document', 'search', 'create_document', 'update_document'],
      ...['publish_document', 'document_history', 'comment', 'review', 'preview_link', 'upload_file'],
    ]);
    await client.close();
  });
});

it('all descriptions have at most 3,000 tokens', async () => {
  const tools = await agent.listTools();
  const count = countTokens(JSON.stringify(tools));
  expect(count).toBeLessThan(3_000);
  expect(count).toBeGreaterThan(500);
});

it('no schema has what clients refuse', async () => {
  for (const { inputSchema } of (await agent.listTools()) as unknown as { inputSchema: object }[]) {
    expect(inputSchema).toMatchObject({ type: 'object' });
    expect(inputSchema).not.toHaveProperty('anyOf');
    // Some take one type for a value.
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(?:\$ref|oneOf|allOf|rules|trim)"|"type":\[/);
  }
});

describe('types', () => {
  it('are those that the token may use, with what may be done', async () => {
    const { json } = await agent.call('list_types');
    expect(json.items.map(({ type, may: actions }: { type: string; may: string }) => [type, actions])).toEqual([
      ['articles', 'find, create, update'],
      ['authors', 'find'],
      ['home', 'find, update'],
      ['pages', 'find, create, update'],
    ]);
  });

  it('are described with the values that they take', async () => {
    const { json } = await agent.call('list_types', { type: 'article' });
    expect(json).toMatchObject({
      attributes: {
        title: { type: 'string', required: true, maxLength: 60 },
        author: { type: 'relation', relation: 'manyToOne', of: 'authors' },
      },
      components: { 'part.quote': { text: { type: 'text', required: true } } },
    });
  });

  it.each([
    ['artcles', /There is no type artcles.*articles/],
    ['diaries', /There is no type diaries/],
  ])('that are none for the token are named: %s', async (type, message) => {
    const { isError, json } = await agent.call('list_documents', { type });
    expect({ isError, error: json.error }).toEqual({ isError: true, error: expect.stringMatching(message) });
  });
});

it('a list says how many there are, and cuts long texts that `fields` does not name', async () => {
  await draft({ title: 'Long list', body: 'word '.repeat(2_000) });
  const args = { type: 'articles', filters: { title: { $eq: 'Long list' } } };
  const { json } = await agent.call('list_documents', args);
  expect(json).toMatchObject({ total: 1, page: 1 });
  expect(json.items[0].body).toMatch(
    /… \[8000 more characters, about 2000 tokens: name "body" in fields, also in those of populate\]$/,
  );
  const { json: whole } = await agent.call('list_documents', { ...args, fields: ['body'] });
  expect(whole.items[0].body).toHaveLength(10_000);
});

it('long texts of components are whole where `populate` names them', async () => {
  const { documentId } = await draft({ title: 'Long quote', quotes: [{ text: 'word '.repeat(1_000) }] });
  for (const populate of [{ quotes: { fields: ['text'] } }, { quotes: { populate: '*', fields: ['text'] } }]) {
    const { json } = await agent.call('read_document', { type: 'articles', documentId, populate });
    expect(json.document.quotes[0].text).toHaveLength(5_000);
  }
});

it.each<[name: string, args: Record<string, unknown>]>([
  ['of one long document', { filters: { title: { $eq: 'Too long' } }, fields: ['body'] }],
  ['of an error that repeats what was sent', { filters: { ['x'.repeat(100_000)]: 1 } }],
])('a result has at most 24,000 characters, also %s', async (_, args) => {
  await draft({ title: 'Too long', body: 'word '.repeat(20_000) });
  const { text } = await agent.call('list_documents', { type: 'articles', ...args });
  expect(text.length).toBeLessThanOrEqual(24_000);
  expect(text).toMatch(/more characters, about \d+ tokens/);
});

it.each<[name: string, args: Record<string, unknown>, other: string]>([
  ['comment', { documentId: 'x', text: 'Lost' }, 'type'],
  ['comment', { type: 'articles', documentId: 'x', replyTo: 'x' }, 'text'],
  ['document_history', { type: 'articles', documentId: 'x', restore: true }, 'version'],
  ['review', { type: 'articles', documentId: 'x', revision: '1' }, 'stage'],
])('%s with %o is a 400 that names %s: nothing is left out', async (name, args, other) => {
  const { isError, json } = await agent.call(name, args);
  expect([isError, json.status, json.details.path]).toEqual([true, 400, other]);
});

it.each<[name: string, args: Record<string, unknown>, status: number, error: RegExp]>([
  ['comment', {}, 403, /Nobody mentions a token/],
  ['create_document', { type: 'authors', data: { name: 'Ann' } }, 403, /Forbidden/],
  ['absent', {}, 400, /There is no tool absent/],
])('%s with %o says what is wrong', async (name, args, status, error) => {
  const { isError, json } = await agent.call(name, args);
  expect([isError, json.status, json.error]).toEqual([true, status, expect.stringMatching(error)]);
  if (status === 403) expect(json.advice).toMatch(/The token does not permit this/);
});

it('what is written of a type without drafts is in no change set', async () => {
  const token = await tokenWith(may('diary', 'find', 'findOne', 'create'));
  const { json } = await (
    await connectAgent(api, token)
  ).call('create_document', { type: 'diarys', data: { text: 'x' } });
  expect(json).toMatchObject({ document: { text: 'x' } });
  expect(json).not.toHaveProperty('changeSet');
});

it('a page that is too long says what it left out', async () => {
  for (let index = 0; index < 5; index++) await draft({ title: `Page ${index}`, body: 'w'.repeat(9_000) });
  const args = { type: 'articles', filters: { title: { $startsWith: 'Page' } }, fields: ['title', 'body'] };
  const { json } = await agent.call('list_documents', args);
  expect(json.items).toHaveLength(2);
  expect(json.leftOut).toMatch(/^3 of this page, about \d+ tokens/);
});

it('a change of an older revision is refused, with what to do', async () => {
  const { documentId, revision } = await draft({ title: 'Two writers' });
  const place = { type: 'articles', documentId };
  await agent.call('update_document', { ...place, data: { title: 'First' }, revision });
  const { isError, json } = await agent.call('update_document', { ...place, data: { title: 'Second' }, revision });
  expect({ isError, status: json.status, advice: json.advice }).toEqual({
    isError: true,
    status: 412,
    advice: expect.stringMatching(/read_document/),
  });
  expect((await agent.call('read_document', place)).json.document.title).toBe('First');
});

it.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
  ['create_document', { type: 'articles', data: { title: 'x'.repeat(61) } }, 'title'],
  ['create_document', { type: 'articles', data: { titel: 'x' } }, 'titel'],
  ['list_documents', { type: 'articles', filters: { titel: 'x' } }, 'titel'],
  ['list_documents', { type: 'articles', filter: {} }, 'filter'],
  // A query has no null and no empty list: without them, everything would be found.
  ['list_documents', { type: 'articles', filters: { title: { $eq: null } } }, 'filters.title.\\$eq'],
  ['list_documents', { type: 'articles', filters: { $or: [{ title: { $in: [] } }] } }, 'filters.\\$or.0.title.\\$in'],
  ['list_documents', {}, 'type'],
  ['list_documents', { type: 7 }, 'type'],
  ['read_document', { type: 'articles', documentId: 'none' }, 'Not Found|not found'],
  ['read_document', { type: 'articles', documentId: '../pages' }, 'Not Found|not found'],
  // Without it, the address would be that of the list.
  ...['read_document', 'preview_link', 'document_history', 'comment', 'review'].map(
    (name) => [name, { type: 'articles' }, 'documentId is missing: list_documents'] as const,
  ),
  ['read_document', { type: 'articles', documentId: '' }, 'documentId is missing'],
  ['update_document', { type: 'articles', data: {} }, 'documentId is missing'],
  ['publish_document', { type: 'articles', action: 'publish' }, 'documentId is missing'],
  ['update_document', { type: 'home', documentId: 'schedule', data: {} }, 'documentId must be missing'],
  // No address has half of a character.
  ['read_document', { type: 'articles', documentId: '\ud800' }, 'documentId has half of a character'],
  ['read_document', { type: 'home', locale: '\udc00' }, 'locale has half of a character'],
  ['list_documents', { type: 'articles', filters: { title: { $in: ['a', '\ud800'] } } }, 'filters.title.\\$in.1 has'],
  ['list_documents', { type: 'articles', filters: { '\ud800': 1 } }, 'filters has half of a character'],
])('%s refuses %o and names what is wrong', async (name, args, named) => {
  const { isError, json } = await agent.call(name, args);
  expect(isError).toBe(true);
  expect(json.status).toBeLessThan(500);
  expect(JSON.stringify(json)).toMatch(new RegExp(named));
});

it.each([
  ['list_documents', 'filters'],
  ['list_documents', 'populate'],
  ['create_document', 'data'],
])('%s refuses %s that are nested too deep', async (name, key) => {
  const nested = JSON.parse(`${'{"$not":'.repeat(2_000)}1${'}'.repeat(2_000)}`) as object;
  const { json } = await agent.call(name, { type: 'articles', data: {}, [key]: nested });
  expect([json.status, json.error]).toEqual([400, 'The arguments are nested over 64 levels']);
});

it('arguments that are nested so deep that nothing could go through them are refused as well', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const params = { name: 'create_document', arguments: { type: 'articles', data: { title: 0 } } };
  const nested = '['.repeat(200_000) + ']'.repeat(200_000);
  const body = JSON.stringify({ ...call, params }).replace('"title":0', `"title":${nested}`);
  expect(JSON.stringify((await sendMessage(api.request, undefined, body)).body)).toContain(
    'The arguments are nested over 64 levels',
  );
});

it('publishing, and types beyond the token, need their own permission', async () => {
  const { documentId } = await draft({ title: 'Not yet' });
  const place = { type: 'articles', documentId, action: 'publish' };
  expect((await agent.call('publish_document', place)).json.status).toBe(403);
  const publisher = await connectAgent(api, await tokenWith([...writing, ...may('article', 'publish')]));
  expect((await publisher.call('publish_document', place)).isError).toBe(false);
  expect((await api.get(`/api/articles/${documentId}`, { as: 'read-only' })).body.data.title).toBe('Not yet');
});

it('a single type is written and read without a documentId', async () => {
  const { json } = await agent.call('update_document', { type: 'home', data: { title: 'Welcome' } });
  expect(json.document.title).toBe('Welcome');
  expect((await agent.call('read_document', { type: 'home' })).json.document.title).toBe('Welcome');
});

it('a text that was cut is not written back', async () => {
  const whole = { body: 'word '.repeat(1_000), quotes: [{ text: 'paper '.repeat(1_000) }] };
  const { documentId } = await draft({ title: 'Long', ...whole });
  const place = { type: 'articles', documentId };
  const { document } = (await agent.call('read_document', { ...place, populate: ['quotes'] })).json;
  const [{ text }] = document.quotes;
  for (const [path, data] of [
    ['data.body', { body: document.body }],
    ['data.quotes.0.text', { quotes: [{ text }] }],
  ] as const) {
    const { isError, json } = await agent.call('update_document', { ...place, data });
    expect([isError, json.status, json.details.path, json.error]).toEqual([
      ...[true, 400, path],
      `${path} is cut: read it whole first, with its name in fields`,
    ]);
  }
  expect(
    (await agent.call('create_document', { type: 'articles', data: { title: 'New', body: document.body } })).isError,
  ).toBe(true);
  for (const end of ['\n', '\n\nA new paragraph']) {
    const data = { body: `${document.body}${end}` };
    expect((await agent.call('update_document', { ...place, data })).json.status).toBe(400);
  }
  const read = await agent.call('read_document', { ...place, fields: ['body'] });
  const again = await agent.call('update_document', { ...place, data: { body: read.json.document.body } });
  expect(again.isError).toBe(false);
});

it('a message that is sent again creates nothing again', async () => {
  const token = await tokenWith(writing);
  const args = { type: 'articles', data: { title: 'Sent again' } };
  const send = async (id: number): Promise<string> =>
    (await callTool(api, token, 'create_document', args, { id })).json.document.documentId;
  const [first, again, next] = [await send(1), await send(1), await send(2)];
  expect([again === first, next === first]).toEqual([true, false]);
});

// The SDK's clients negotiate the newest that they know, so these are messages without one.
describe.each(['2025-11-25', '2025-06-18', '2025-03-26'])('the version %s', (version) => {
  it('is agreed on, lists the tools and calls one', async () => {
    const as = { token: await tokenWith(writing) };
    const send = (message: object) => sendMessage(api.request, as, message, version);
    const clientInfo = { name: 'tests', version: '1' };
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    const { body: first } = await send({ method: 'initialize', params });
    expect(first.result).toMatchObject({ protocolVersion: version, capabilities: { tools: {}, resources: {} } });
    expect((await send({ id: undefined, method: 'notifications/initialized' })).status).toBe(202);
    const { body: list } = await send({ method: 'tools/list' });
    expect(list.result.tools).toEqual(await agent.listTools());
    const call = { name: 'create_document', arguments: { type: 'articles', data: { title: `In ${version}` } } };
    const { body } = await send({ method: 'tools/call', params: call });
    expect(JSON.parse(body.result.content[0].text).document.title).toBe(`In ${version}`);
  });
});

it('a version that does not exist is 400', async () => {
  const { status, body } = await sendMessage(api.request, undefined, { method: 'tools/list' }, '2025-01-01');
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/2025-01-01/)]);
});

it.each([null, 'wrong'])('credentials %o are 401', async (token) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const as = token === null ? null : { token };
  const { status, headers } = await api.request('POST', '/mcp', { as, body: message });
  expect([status, token === null ? headers['www-authenticate'] : 'Bearer']).toEqual([401, 'Bearer']);
});

it.each([[[]], [[{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]]])('the batch %o is 400', async (batch) => {
  const { status, body } = await api.request('POST', '/mcp', { body: batch });
  expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/batches/)]);
});

it.each(['GET', 'DELETE'])('%s is 405: there are no sessions', async (method) => {
  expect((await api.request(method, '/mcp')).status).toBe(405);
});

it('files keep the id that a value of media takes, documents only their documentId', async () => {
  const { documentId } = await draft({ title: 'With a quote', quotes: [{ text: 'To be' }] });
  const { json } = await agent.call('read_document', { type: 'articles', documentId, populate: ['quotes'] });
  expect(json.document).toMatchObject({ documentId, quotes: [{ text: 'To be' }] });
  expect(json.document).not.toHaveProperty('id');
  expect(JSON.parse(present({ items: [{ id: 7, documentId, mime: 'image/png' }] })).items[0].id).toBe(7);
});

it('values of JSON, and attributes with the names of what programs need of files, are shown whole', () => {
  const data = { hash: 1, provider: null, list: [null, { mime: null }], localizations: [] };
  const document = { documentId: 'x', provider: 'Radio', formats: ['mp3'], hash: 'y', data };
  const file = { id: 7, documentId: 'z', mime: 'image/png', provider: 'local', formats: {}, hash: 'h', caption: null };
  expect(JSON.parse(present({ document: { id: 1, ...document, cover: file, empty: null } })).document).toEqual({
    ...document,
    cover: { id: 7, documentId: 'z', mime: 'image/png' },
  });
});

it('search, comments, stages and preview links are those of REST', async () => {
  const { documentId } = await draft({ title: 'Beside' });
  const place = { type: 'articles', documentId };
  const found = await agent.call('search', { words: 'beside', types: ['articles'], status: 'draft' });
  expect(found.json).toMatchObject({ total: expect.any(Number) });
  expect((await agent.call('comment', place)).json.items).toEqual([]);
  expect((await agent.call('comment', { ...place, text: 'By a token' })).json.status).toBe(403);
  expect((await agent.call('review', place)).json.status).toBe(404);
  expect((await agent.call('preview_link', place)).json.data.url).toMatch(/preview=/);
});

it('what a token may not read is in no answer, and decides none', async () => {
  const { documentId: author } = (await api.post('/api/authors', { name: 'Hidden' })).body.data;
  const data = { title: 'Seen', secret: 'key', author };
  const { documentId } = (await api.post('/api/articles?status=draft', data)).body.data;
  const reader = await connectAgent(api, await tokenWith(may('article', 'find', 'findOne')));
  const answers = [
    await reader.call('list_types', { type: 'articles' }),
    await reader.call('read_document', { type: 'articles', documentId, populate: '*' }),
    await reader.call('list_documents', { type: 'articles', populate: ['author'] }),
    await reader.call('list_documents', { type: 'articles', filters: { author: { name: { $eq: 'Hidden' } } } }),
    await reader.call('list_documents', { type: 'articles', sort: ['secret'] }),
    await reader.call('list_documents', { type: 'authors' }),
  ];
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, true, true, true]);
  expect(JSON.stringify(answers.slice(0, 3))).not.toMatch(/Hidden|author|"key"|secret/);
});

describe.each(Object.entries(agentClients))('resources, for a client %s,', (_, { connect }) => {
  it('are types and documents', async () => {
    const client = await connect(api, await tokenWith(writing));
    expect((await client.listResources()).map(({ uri }) => uri)).toEqual([
      ...['lectern://types/articles', 'lectern://types/authors', 'lectern://types/home', 'lectern://types/pages'],
    ]);
    expect(await client.listTemplates()).toEqual([
      ...['lectern://types/{type}', 'lectern://documents/{type}/{documentId}', 'lectern://documents/{type}'],
    ]);
    const { documentId } = await draft({ title: 'A resource' });
    const read = async (uri: string) => JSON.parse(await client.readResource(uri));
    expect((await read('lectern://types/articles')).attributes.title).toMatchObject({ maxLength: 60 });
    expect((await read(`lectern://documents/articles/${documentId}`)).document.title).toBe('A resource');
    await agent.call('update_document', { type: 'home', data: { title: 'Welcome' } });
    expect((await read('lectern://documents/home')).document.title).toBe('Welcome');
    await client.close();
  });

  it.each([
    ...[
      'lectern://types/diaries',
      'lectern://types/articles/x',
      'lectern://documents/articles/none',
      'lectern://users/1',
    ],
    ...['lectern://documents/diaries/x', 'lectern://documents/articles/..%2Fpages', 'file:///etc/passwd', 'x'],
  ])('that do not exist for the caller are errors: %s', async (uri) => {
    const client = await connect(api, await tokenWith(writing));
    await expect(client.readResource(uri)).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});
