// `options.populateCreatorFields`: who created and changed a document, for callers who may find it, and never more than a name.
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTypesModule } from '../../lib/describe/types/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { buildSchema, pack, unpack, type PackedSchema } from '../../lib/schema/index.ts';
import { checkOf, describedOf, named } from '../describe/openapi/described.ts';
import { createPublished, permit, type Member } from '../setup/accounts.ts';
import {
  createApi,
  relationTo,
  schemaOf,
  testConfig,
  typeFile,
  withDrafts,
  type Call,
  type Reply,
} from '../setup/api.ts';
import { registerUser, setPermissions, uid as userUid } from '../setup/users.ts';

const text = { type: 'string' };
const options = (more: object) => ({ options: { draftAndPublish: true, populateCreatorFields: true, ...more } });
const schema = schemaOf({
  'user.json': typeFile(
    'user',
    { firstname: text, lastname: text, email: { type: 'email' }, phone: text },
    { collectionName: 'up_users' },
  ),
  'memo.json': typeFile('memo', { title: text, next: relationTo('oneToOne', 'memo') }, options({})),
  'plain.json': typeFile('plain', { title: text, memo: relationTo('manyToOne', 'memo') }, withDrafts),
  'home.json': typeFile('home', { title: text }, { ...options({}), kind: 'singleType' }),
  'veil.json': typeFile('veil', { title: text }, options({ privateAttributes: ['createdBy', 'updatedBy'] })),
});
// As functions get it.
const api = createApi(unpack(JSON.parse(JSON.stringify(pack(schema))) as PackedSchema), {
  ...testConfig,
  api: { rest: { ...testConfig.api.rest, deepPopulate: 3 } },
});
const names = ['memo', 'plain', 'home', 'veil'];
const uids = names.map((name) => `api::${name}.${name}`);
const anyone: Call = { as: null };
let [ada, grace, member]: Member[] = [];

/** A user of the editor. @param values of the user */
const addWriter = async (username: string, values: object): Promise<Member> => {
  const service = api.service();
  const actions = ['find', 'findOne', 'create', 'update', 'publish'];
  const permissions = uids.flatMap((uid) => permit(uid, actions));
  const role = await createPublished(service, 'plugin::users-permissions.role', {
    ...{ name: `writes ${username}`, type: `writes-${username.split('@')[0]}`, permissions },
  });
  const user = { username, email: `${username.split('@')[0]}@secret.example`, role: role.documentId, ...values };
  const { documentId, published } = await createPublished(service, userUid, user);
  return { documentId, as: { token: await service.access.sessions.issue(published?.id ?? 0, 3600) } };
};

const write = async (method: 'POST' | 'PUT', path: string, title: string, by: Call, more: object = {}) => {
  const { status, body } = await api.request(method, path, { ...by, body: { data: { title, ...more } } });
  expect([path, status]).toEqual([path, method === 'POST' ? 201 : 200]);
  return String(body.data.documentId);
};

beforeAll(async () => {
  member = await registerUser(api, 'joe');
  const reads = uids.flatMap((uid) => permit(uid, ['find', 'findOne']));
  await setPermissions(api, 'public', reads);
  ada = await addWriter('ada', { firstname: 'Ada', lastname: 'Love', phone: '12345' });
  grace = await addWriter('zoe@secret.example', { firstname: 'Grace' });
  await setPermissions(
    api,
    'authenticated',
    uids.flatMap((uid) => permit(uid, ['find', 'create'])),
  );
  const first = await write('POST', '/api/memos', 'by ada', ada);
  const second = await write('POST', '/api/memos', 'by grace', grace, { next: first });
  await write('PUT', `/api/memos/${second}`, 'by grace', ada);
  await write('POST', '/api/memos', 'by token', {});
  await write('POST', '/api/memos', 'by joe', member);
  await write('POST', '/api/plains', 'plain', ada, { memo: first });
  await write('PUT', '/api/home', 'home', ada);
  await write('POST', '/api/veils', 'veil', ada);
});

const adaAnswer = { id: expect.any(Number) as number, firstname: 'Ada', lastname: 'Love', username: 'ada' };
const graceAnswer = { id: expect.any(Number) as number, firstname: 'Grace', lastname: null, username: 'zoe' };
const titles = ({ status, body }: Reply): unknown =>
  status === 200 ? body.data.map(({ title }: { title: string }) => title) : [status, body.error.message];
const get = (url: string, by: Call = anyone) => api.get(`/api/${url}`, by);

describe('answers', () => {
  it('have users of the editor, and null for tokens and members', async () => {
    for (const by of [anyone, {}, member ?? {}, { as: 'read-only' } as const]) {
      const { body } = await get('memos?populate=createdBy,updatedBy&fields=title', by);
      const [one, two, three, four] = body.data;
      expect(one).toMatchObject({ title: 'by ada', createdBy: adaAnswer, updatedBy: adaAnswer });
      expect(two).toMatchObject({ title: 'by grace', createdBy: graceAnswer, updatedBy: adaAnswer });
      expect(Object.keys(one.createdBy)).toEqual(['id', 'firstname', 'lastname', 'username']);
      expect([three.createdBy, three.updatedBy, four.createdBy, four.updatedBy]).toEqual([null, null, null, null]);
    }
  });

  it.each([
    ['memos?populate=*', true],
    ['memos?populate[createdBy]=true&populate[next]=true', true],
    ['memos?status=draft&populate[0]=createdBy', true],
    ['memos', false],
    ['memos?populate=deep', false],
    ['memos?populate=next', false],
  ])('%s: %s', async (query, has) => {
    const { status, body } = await get(query, {});
    expect([status, JSON.stringify(body.data).includes('"createdBy"')]).toEqual([200, has]);
  });

  it('have them in single types, related documents, the format v4, and after writes', async () => {
    expect((await get('home?populate=createdBy')).body.data.createdBy).toEqual(adaAnswer);
    const { memo } = (await get('plains?populate[memo][populate]=createdBy')).body.data[0];
    expect(memo).toMatchObject({ title: 'by ada', createdBy: adaAnswer });
    const { id, ...attributes } = adaAnswer;
    const old = await get('memos?populate=createdBy', { ...anyone, headers: { 'Strapi-Response-Format': 'v4' } });
    expect(old.body.data[0].attributes.createdBy).toEqual({ data: { id, attributes } });
    expect(old.body.data[2].attributes.createdBy).toEqual({ data: null });
    const call = { ...ada, body: { data: { title: 'home' } } };
    expect((await api.request('PUT', '/api/home?populate=updatedBy', call)).body.data.updatedBy).toEqual(adaAnswer);
  });

  it('have the chosen fields, and what a filter matches', async () => {
    const createdBy = async (query: string) => (await get(`memos?${query}`)).body.data[0].createdBy;
    expect(await createdBy('populate[createdBy][fields]=firstname')).toEqual({ id: adaAnswer.id, firstname: 'Ada' });
    expect(await createdBy('populate[createdBy][fields]=*&populate[createdBy][populate]=*')).toEqual(adaAnswer);
  });

  it('have them in versions and in the trash', async () => {
    const memo = await write('POST', '/api/memos', 'old', ada ?? {});
    await write('PUT', `/api/memos/${memo}`, 'new', grace ?? {});
    const query = 'populate=createdBy,updatedBy';
    const version = await get(`memos/${memo}/versions/1?${query}`, {});
    expect(version.body.data).toMatchObject({ title: 'old', createdBy: adaAnswer, updatedBy: adaAnswer });
    await api.delete(`/api/memos/${memo}`);
    const removed = await get(`trash/api::memo.memo/${memo}?${query}`, {});
    expect(removed.body.data).toMatchObject({ title: 'new', createdBy: adaAnswer, updatedBy: graceAnswer });
  });

  it('keep the form of view=edit', async () => {
    const { body } = await get('memos?view=edit&populate=createdBy&filters[createdBy][firstname]=Ada', ada);
    expect(body.data[0].createdBy).toMatchObject({ type: 'user', documentId: ada?.documentId });
  });
});

describe('filters and sorts', () => {
  const all = ['by ada', 'by grace', 'by token', 'by joe'];
  it.each([
    ['filters[createdBy][username]=ada', ['by ada']],
    ['filters[createdBy][firstname][$ne]=Ada', ['by grace']],
    ['filters[updatedBy][lastname]=Love', ['by ada', 'by grace']],
    ['filters[createdBy][$null]=true', ['by token', 'by joe']],
    ['filters[createdBy][id][$notNull]=true', ['by ada', 'by grace']],
    ['filters[$or][0][createdBy][firstname]=Ada&filters[$or][1][title]=by joe', ['by ada', 'by joe']],
    ['filters[next][createdBy][firstname]=Ada', ['by grace']],
    ['sort=createdBy.firstname:desc,title', ['by grace', 'by ada', 'by joe', 'by token']],
    ['sort=createdBy.username:desc,title', ['by grace', 'by ada', 'by joe', 'by token']],
    ['sort[createdBy][id]=asc', ['by token', 'by joe', 'by ada', 'by grace']],
    ['sort=title&filters[createdBy][username][$startsWith]=joe', []],
    ['', all],
  ])('%s', async (query, expected) => {
    expect(titles(await get(`memos?${query}`))).toEqual(expected);
  });

  it('by the id of a creator', async () => {
    const { id } = (await get('memos?populate=createdBy')).body.data[0].createdBy;
    expect(titles(await get(`memos?filters[createdBy]=${id}`))).toEqual(['by ada']);
  });

  it.each([
    'filters[createdBy][email][$startsWith]=a',
    'filters[createdBy][password][$notNull]=true',
    'filters[createdBy][phone]=12345',
    'filters[createdBy][documentId][$notNull]=true',
    'filters[createdBy][role][name]=x',
    'filters[createdBy][confirmed]=true',
    'filters[createdBy][createdAt][$notNull]=true',
    'sort=createdBy.email',
    'sort=createdBy',
    'fields=createdBy',
    'populate[createdBy][fields]=email',
    'populate[createdBy][fields]=documentId',
    'populate[createdBy][populate]=role',
    'populate[createdBy][filters][email]=x',
    'populate[createdBy][sort]=phone',
  ])('know no more: %s', async (query) => {
    expect((await get(`memos?${query}`, {})).status).toBe(400);
  });

  it('do not find the rest of a username that is an address', async () => {
    for (const value of ['zoe@secret.example', 'zoe@'])
      for (const operator of ['$eq', '$startsWith', '$contains', '$containsi', '$gt'])
        expect(titles(await get(`memos?filters[createdBy][username][${operator}]=${value}`))).toEqual([]);
    const first = await get('memos?sort=createdBy.username:desc&pagination[cursor]=&pagination[pageSize]=1');
    const { nextCursor } = first.body.meta.pagination;
    expect(Buffer.from(nextCursor as string, 'base64url').toString()).not.toContain('@');
    const next = await get(
      `memos?sort=createdBy.username:desc&pagination[cursor]=${nextCursor}&pagination[pageSize]=1`,
    );
    expect([titles(first), titles(next)]).toEqual([['by grace'], ['by ada']]);
  });
});

describe('types that do not have the option, or hide creators,', () => {
  it.each(['populate=createdBy', 'filters[createdBy][id]=1', 'sort=createdBy.id', 'populate=updatedBy'])(
    'do not know them: %s',
    async (query) => {
      for (const type of ['plains', 'veils']) expect((await get(`${type}?${query}`, {})).status).toBe(400);
    },
  );

  it('and leave them out of populate=*', async () => {
    for (const type of ['plains', 'veils'])
      expect(JSON.stringify((await get(`${type}?populate=*`, {})).body)).not.toContain('createdBy');
  });
});

it('answers are as OpenAPI describes them', async () => {
  const check = checkOf(describedOf(schema));
  for (const [query, by] of [
    ['memos?populate=*', anyone],
    ['memos?populate[createdBy][fields]=lastname', {}],
    ['memos?view=edit&populate=*', ada ?? {}],
  ] as const)
    for (const memo of (await get(query, by)).body.data)
      expect([query, check(named('Memo'), memo)]).toEqual([query, []]);
});

it('OpenAPI and generated types have them where answers may', () => {
  const { components } = describedOf(schema);
  const refs = (type: string): string => JSON.stringify(components.schemas[type].properties.createdBy);
  expect([refs('Memo'), refs('Plain'), refs('Veil')].map((one) => one.includes('schemas/Creator'))).toEqual([
    ...[true, false, false],
  ]);
  expect(Object.keys(components.schemas.Creator.properties)).toEqual(['id', 'firstname', 'lastname', 'username']);
  const types = projectTypesModule({ schema, config: defaultConfig });
  const model = (name: string): string => new RegExp(`interface ${name}Model \\{[^]*?\\n\\}`).exec(types)?.[0] ?? '';
  expect(model('Memo')).toContain('createdBy: Maybe<CreatorModel>;');
  expect([model('Plain'), model('Veil')].join('')).not.toContain('Creator');
  expect(model('Creator')).toMatch(/id: number;\s+firstname: string \| null;\s+lastname: string \| null;\s+username/);
});

it('`types check` says where creators have a username alone', () => {
  const files = { 'memo.json': typeFile('memo', { title: text }, options({})) };
  expect(buildSchema(files).warnings).toEqual([
    {
      ...{ file: 'memo.json', path: 'options.populateCreatorFields' },
      message: 'shows the username of creators alone: users have no firstname and no lastname; add them to user.json',
    },
  ]);
});

it('a user who is deleted, or becomes a member, is no creator any more', async () => {
  const user = await addWriter('temp', { firstname: 'Temp' });
  const memo = await write('POST', '/api/memos', 'temp', user);
  const creator = async () => (await get(`memos/${memo}?populate=createdBy`)).body.data.createdBy;
  expect(await creator()).toMatchObject({ firstname: 'Temp' });
  const users = await api.collection('up_users');
  const roles = await api.collection('up_roles');
  const authenticated = await roles.findOne({ 'published.type': 'authenticated' });
  await users.updateOne({ documentId: user.documentId }, { $set: { 'published.role.to': authenticated?.documentId } });
  expect(await creator()).toBeNull();
  await users.updateOne(
    { documentId: user.documentId },
    { $set: { deletedAt: new Date() }, $unset: { published: '' } },
  );
  expect(await creator()).toBeNull();
  await api.delete(`/api/memos/${memo}`);
});
