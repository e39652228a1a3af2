// Checks createdBy and updatedBy: each way to change a document stores who did it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { addEditor, type Member } from '../setup/accounts.ts';
import { setPermissions } from '../setup/users.ts';
import { createProjectApi, schemaOf, type Call, type Reply, localized, typeFile, withDrafts } from '../setup/api.ts';

const schema = schemaOf({
  'book.json': typeFile(
    'book',
    { title: { type: 'string', ...localized }, year: { type: 'integer' }, cover: { type: 'media' } },
    { ...withDrafts, ...localized },
  ),
  'shelf.json': typeFile('shelf', { name: { type: 'string' } }),
  'rules.json': typeFile('rules', { title: { type: 'string' } }, { kind: 'singleType' }),
  'hooked.json': typeFile('hooked', { title: { type: 'string' } }, withDrafts),
});
const uids = ['api::book.book', 'api::shelf.shelf', 'api::rules.rules', 'api::hooked.hooked'];
const project: Extension = {
  types: {
    'api::hooked.hooked': {
      beforeWrite: async ({ data, documents, operation }) => {
        if (operation !== 'create') return;
        await documents.asCaller.create('api::shelf.shelf', { name: `${String(data.title)} as caller` });
        await documents.asSystem.create('api::shelf.shelf', { name: `${String(data.title)} as system` });
      },
    },
  },
};
const api = createProjectApi(schema, project);

const actions = ['find', 'findOne', 'create', 'update', 'delete', 'publish'];
const everything: readonly Permission[] = [
  ...uids.flatMap((uid) => actions.map((action) => ({ action: `${uid}.${action}` }))),
  { action: 'plugin::upload.content-api.upload' },
];
const anyone: Call = { as: null };
let [ann, ben]: Member[] = [];
let token: Call = {};
let tokenId = 0;

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  await setPermissions(api, 'public', everything);
  [ann, ben] = [await addEditor(api.service(), everything), await addEditor(api.service(), everything)];
  const { accessKey, id } = await createToken(api.service(), { name: 'import', type: 'full-access' });
  [token, tokenId] = [{ as: { token: accessKey } }, id];
});

const userOf = (member: Member | undefined): unknown => ({
  ...{ type: 'user', documentId: member?.documentId, username: expect.stringMatching(/^member\d/) as unknown },
});
const tokenWriter = () => ({ type: 'token', id: tokenId, name: 'import' });

const idOf = ({ status, body }: Reply): string => {
  if (status > 201) throw new Error(JSON.stringify(body));
  return body.data.documentId as string;
};
const writers = async (path: string): Promise<unknown> => {
  const { body } = await api.get(path.includes('?') ? `${path}&view=edit` : `${path}?view=edit`);
  return [body.data.createdBy, body.data.updatedBy];
};
const act = (path: string, action: string, call?: Call): Promise<Reply> =>
  api.request('POST', `${path}/actions/${action}`, call);

describe('who changed a document', () => {
  it('is a user or a token, with each write and action', async () => {
    const path = `/api/books/${idOf(await api.post('/api/books', { title: 'a' }, token))}`;
    expect(await writers(path)).toEqual([tokenWriter(), tokenWriter()]);
    await api.put(`${path}?status=draft`, { title: 'b' }, ann);
    expect(await writers(path)).toEqual([tokenWriter(), userOf(ann)]);
    await act(path, 'publish', ben);
    expect(await writers(path)).toEqual([tokenWriter(), userOf(ben)]);
    await api.put(`${path}?status=draft`, { title: 'c' }, token);
    await act(path, 'discard-draft', ann);
    expect(await writers(path)).toEqual([tokenWriter(), userOf(ann)]);
    await act(path, 'unpublish', token);
    expect(await writers(path)).toEqual([tokenWriter(), tokenWriter()]);
  });

  it('is null for the public and for the system', async () => {
    const path = `/api/shelves/${idOf(await api.post('/api/shelves', { name: 'a' }, anyone))}`;
    expect(await writers(path)).toEqual([null, null]);
    await api.put(path, { name: 'b' }, ann);
    expect(await writers(path)).toEqual([null, userOf(ann)]);
    await api.put(path, { name: 'c' }, anyone);
    expect(await writers(path)).toEqual([null, null]);
    const service = api.service();
    const target = { type: typeOf(service.schema, 'api::shelf.shelf'), locale: null, status: 'published' } as const;
    const { documentId } = await createDocument(service, { ...target, hooks: undefined }, { name: 'seed' });
    expect(await writers(`/api/shelves/${documentId}`)).toEqual([null, null]);
  });

  it('is stored for single types', async () => {
    await api.put('/api/rules', { title: 'a' }, ann);
    await api.put('/api/rules', { title: 'b' }, ben);
    expect(await writers('/api/rules')).toEqual([userOf(ann), userOf(ben)]);
  });

  it('belongs to each locale; shared attributes change all of them', async () => {
    const path = `/api/books/${idOf(await api.post('/api/books?status=draft', { title: 'a' }, ann))}`;
    await api.put(`${path}?status=draft&locale=fr`, { title: 'fr' }, ben);
    expect(await writers(`${path}?locale=fr`)).toEqual([userOf(ann), userOf(ben)]);
    expect(await writers(path)).toEqual([userOf(ann), userOf(ann)]);
    await api.put(`${path}?status=draft`, { year: 2 }, token);
    expect(await writers(`${path}?locale=fr`)).toEqual([userOf(ann), tokenWriter()]);
    await act(path, 'publish?locale=*', ben);
    for (const locale of ['en', 'fr'])
      expect(await writers(`${path}?locale=${locale}`)).toEqual([userOf(ann), userOf(ben)]);
  });

  it.each([true, false])('is stored by bulk requests, atomic: %s', async (atomic) => {
    const bulk = async (call: Call, data: readonly object[]): Promise<readonly string[]> => {
      const reply = await api.request('POST', '/api/books/actions/bulk', { ...call, body: { data, atomic } });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
      return reply.body.data.map(({ data: one }: { data: { documentId: string } }) => one.documentId);
    };
    const [first = '', second = ''] = await bulk(ann ?? {}, [
      { create: { data: { title: 'x' } } },
      { create: { data: { title: 'y' } } },
    ]);
    expect(await writers(`/api/books/${first}`)).toEqual([userOf(ann), userOf(ann)]);
    await bulk(token, [{ update: { documentId: first, data: { title: 'z' } } }, { publish: { documentId: second } }]);
    for (const id of [first, second]) expect(await writers(`/api/books/${id}`)).toEqual([userOf(ann), tokenWriter()]);
  });

  it('is the caller for writes of hooks on its behalf, and null for those of the system', async () => {
    await api.post('/api/hookeds', { title: 'h' }, ann);
    const { body } = await api.get('/api/shelves?view=edit&filters[name][$startsWith]=h as&sort=name');
    expect(body.data.map(({ createdBy }: { createdBy: unknown }) => createdBy)).toEqual([userOf(ann), null]);
  });

  it('is the one who attaches an upload', async () => {
    const documentId = idOf(await api.post('/api/books', { title: 'cover' }, token));
    const form = new FormData();
    form.append('files', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
    for (const [name, value] of Object.entries({ ref: 'api::book.book', refId: documentId, field: 'cover' }))
      form.append(name, value);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const reply = await api.request('POST', '/api/upload', {
      ...{ as: ben?.as ?? null, isBase64Encoded: true },
      body: Buffer.from(await request.arrayBuffer()).toString('base64'),
      headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
    });
    expect(reply.status).toBe(201);
    expect(await writers(`/api/books/${documentId}`)).toEqual([tokenWriter(), userOf(ben)]);
  });

  it('a refused write changes nothing', async () => {
    const path = `/api/books/${idOf(await api.post('/api/books', { title: 'a' }, token))}`;
    expect((await api.put(path, { year: 'x' }, ann)).status).toBe(400);
    const headers = { 'If-Match': 'W/"9-0000000000000000000000000000"' };
    expect((await api.put(path, { year: 1 }, { ...ann, headers })).status).toBe(412);
    expect(await writers(path)).toEqual([tokenWriter(), tokenWriter()]);
  });
});

describe('names', () => {
  it('are the current ones, and null for deleted users and tokens', async () => {
    const { documentId, as } = await addEditor(api.service(), everything);
    const { accessKey, id } = await createToken(api.service(), { name: 'old name', type: 'full-access' });
    const path = `/api/shelves/${idOf(await api.post('/api/shelves', { name: 'n' }, { as }))}`;
    await api.put(path, { name: 'm' }, { as: { token: accessKey } });
    const db = await api.service().database.get();
    await db.collection('up_users').updateOne({ documentId }, { $set: { 'published.username': 'renamed' } });
    const user = { type: 'user', documentId };
    expect(await writers(path)).toEqual([
      { ...user, username: 'renamed' },
      { type: 'token', id, name: 'old name' },
    ]);
    const { body } = await api.get('/api/users?filters[username]=renamed');
    expect((await api.delete(`/api/users/${body[0].id as number}`)).status).toBe(200);
    await db.collection('lectern_tokens').deleteOne({ name: 'old name' });
    expect(await writers(path)).toEqual([
      { ...user, username: null },
      { type: 'token', id, name: null },
    ]);
  });

  it('are in lists and in the format of Strapi 4', async () => {
    const documentId = idOf(await api.post('/api/books', { title: 'v4' }, ann));
    const headers = { 'strapi-response-format': 'v4' };
    const one = (await api.get(`/api/books/${documentId}?view=edit`, { headers })).body.data;
    expect(one.attributes).toMatchObject({ title: 'v4', createdBy: userOf(ann), updatedBy: userOf(ann) });
    const list = await api.get(`/api/books?view=edit&fields=title&filters[documentId]=${documentId}`);
    expect(list.body.data).toEqual([
      { id: expect.any(Number), documentId, title: 'v4', createdBy: userOf(ann), updatedBy: userOf(ann) },
    ]);
  });

  it('name nobody to callers without credentials, also where these may read content types', async () => {
    const reads = ['content-types.getContentTypes', 'components.getComponents'];
    const schemaReads = reads.map((action) => ({ action: `plugin::content-type-builder.${action}` }));
    await setPermissions(api, 'public', [...everything, ...schemaReads]);
    const documentId = idOf(await api.post('/api/books', { title: 'named' }, ann));
    const { body } = await api.get(`/api/books/${documentId}?view=edit`, anyone);
    expect(body.data.createdBy).toEqual({ ...(userOf(ann) as object), username: null });
    await setPermissions(api, 'public', everything);
  });

  it('answers of writes, events and sync have none', async () => {
    const made = await api.post('/api/books?view=edit', { title: 'w' }, ann);
    const changed = await api.put(`/api/books/${idOf(made)}?view=edit`, { title: 'w' }, ann);
    for (const { body } of [made, changed]) expect(Object.keys(body.data)).not.toContain('createdBy');
    expect(JSON.stringify((await api.get('/api/sync')).body)).not.toContain('edBy"');
  });
});
