// canRead and canWrite of project code: what they hide from every caller, and what they let a caller write.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProjectCaller } from '../../lib/platform/extensions/index.ts';
import { permissionsIn } from '../../lib/platform/access/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { addFileRecord, addMember, addPublicRole, type Member } from '../setup/accounts.ts';
import { createApi, schemaOf, testConfig, type Call, typeFile, relationTo } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const file = (name: string, attributes: object, more: object = {}): readonly [string, string] => [
  `${name}.json`,
  typeFile(name, attributes, { options: { draftAndPublish: name === 'post' }, ...more }),
];

const schema = schemaOf(
  Object.fromEntries([
    file('post', {
      title: { type: 'string' },
      tenant: { type: 'string' },
      photo: { type: 'media' },
      author: relationTo('manyToOne', 'person', { inversedBy: 'posts' }),
    }),
    file('person', { name: { type: 'string' }, posts: relationTo('oneToMany', 'post', { mappedBy: 'author' }) }),
    file('home', { title: { type: 'string' } }, { kind: 'singleType' }),
  ]),
);

type Hook = (request: { readonly caller: ProjectCaller }) => unknown;
let hooks: Readonly<
  Partial<Record<'postRead' | 'postRead2' | 'postWrite' | 'personRead' | 'homeRead' | 'userRead', Hook>>
> = {};
let callers: ProjectCaller[] = [];
const hook = (name: keyof typeof hooks) => (request: { readonly caller: ProjectCaller }) => {
  if (name === 'postRead') callers.push(request.caller);
  return (hooks[name] === undefined ? true : hooks[name](request)) as boolean;
};

const api = createApi(schema, testConfig, 1, secrets, [
  {
    types: {
      'api::post.post': { canRead: hook('postRead'), canWrite: hook('postWrite') },
      'api::person.person': { canRead: hook('personRead') },
      'api::home.home': { canRead: hook('homeRead') },
      'plugin::users-permissions.user': { canRead: hook('userRead') },
    },
  },
  { types: { 'api::post.post': { canRead: hook('postRead2') } } },
]);

const all = [...permissionsIn({ schema })];
const everything = all.map((action) => ({ action }));
let mary: Member;
let tom: Member;
let custom: Call;
const anyone: Call = { as: null };
beforeAll(async () => {
  const service = api.service();
  await addPublicRole(service, all);
  mary = await addMember(service, everything);
  tom = await addMember(service, everything);
  custom = { as: { token: (await createToken(service, { name: 'c', type: 'custom', permissions: all })).accessKey } };
});

const onTenant: Hook = () => ({ tenant: 'red' });
const ids = { red: '', blue: '', ada: '', bob: '' };
beforeEach(async () => {
  hooks = {};
  for (const name of ['posts', 'people', 'homes', 'upload_files']) await (await api.collection(name)).deleteMany({});
  const create = async (url: string, data: object) =>
    ((await api.post(url, data)).body.data as { documentId: string }).documentId;
  ids.ada = await create('/api/people', { name: 'Ada' });
  ids.bob = await create('/api/people', { name: 'Bob' });
  ids.red = await create('/api/posts', { title: 'Red', tenant: 'red', author: ids.ada });
  ids.blue = await create('/api/posts', { title: 'Blue', tenant: 'blue', author: ids.ada });
});

const titles = async (query = '', call?: Call): Promise<readonly string[]> => {
  const { status, body } = await api.get(`/api/posts?${query}`, call);
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(body.meta.pagination.total).toBe(body.data.length);
  return (body.data as readonly { title: string }[]).map(({ title }) => title);
};

const everyone = (): readonly (readonly [string, Call])[] => [
  ['a full-access token', {}],
  ['a read-only token', { as: 'read-only' }],
  ['a custom token', custom],
  ['a user', mary],
  ['the public', anyone],
];

describe('canRead', () => {
  it('gets each caller', async () => {
    callers = [];
    for (const [, call] of everyone()) await titles('', call);
    // Tools ask as the same callers.
    expect(callers.filter(({ id }, index) => callers.findIndex((one) => one.id === id) === index)).toEqual([
      { kind: 'token', id: 'token 1' },
      { kind: 'token', id: 'token 2' },
      { kind: 'token', id: expect.stringMatching(/^token/) },
      { kind: 'user', id: `user ${mary.documentId}`, user: mary.documentId, role: expect.stringMatching(/^member/) },
      { kind: 'public', id: 'public' },
    ]);
  });

  it('restricts every caller, in lists, totals, documents, populate, filters, sorts and counts', async () => {
    hooks = { postRead: onTenant };
    for (const [who, call] of everyone()) {
      expect(await titles('', call), who).toEqual(['Red']);
      expect(await titles('status=published&filters[title][$notNull]=true', call), who).toEqual(['Red']);
      expect((await api.get(`/api/posts/${ids.red}`, call)).status, who).toBe(200);
      expect((await api.get(`/api/posts/${ids.blue}`, call)).status, who).toBe(404);
      const populated = await api.get('/api/people?populate=posts&sort=name', call);
      expect(
        populated.body.data[0].posts.map(({ title }: { title: string }) => title),
        who,
      ).toEqual(['Red']);
      const counted = await api.get('/api/people?populate[posts][count]=true&sort=name', call);
      expect(counted.body.data[0].posts, who).toEqual({ count: 1 });
      const filtered = await api.get('/api/people?filters[posts][title]=Blue', call);
      expect(filtered.body.data, who).toEqual([]);
    }
  });

  it('hides the name of a user from view=edit, and documents from the usage of a file', async () => {
    const { documentId, id } = await addFileRecord(api.service(), 'used.txt');
    const created = await api.post('/api/posts', { title: 'Of Mary', photo: documentId }, mary);
    const url = `/api/posts/${created.body.data.documentId as string}?view=edit`;
    const answers = async () => [
      (await api.get(url)).body.data.createdBy,
      (await api.get('/api/posts?view=edit&filters[title]=Of Mary')).body.data[0]?.updatedBy,
      (await api.get(`/api/upload/files/${id}/usage`)).body.meta,
    ];
    const named = { type: 'user', documentId: mary.documentId, username: expect.stringMatching(/^member/) };
    expect(await answers()).toEqual([named, named, { total: 1, hidden: 0, complete: true }]);
    hooks = { userRead: () => ({ username: 'somebody else' }) };
    const unnamed = { ...named, username: null };
    expect(await answers()).toEqual([unnamed, unnamed, { total: 1, hidden: 0, complete: true }]);
    hooks = { postRead: onTenant };
    expect((await api.get(`/api/upload/files/${id}/usage`)).body.meta).toEqual({ total: 0, hidden: 0, complete: true });
  });

  it('restricts drafts by the values of the draft', async () => {
    hooks = { postRead: onTenant };
    await api.put(`/api/posts/${ids.red}?status=draft`, { tenant: 'red', title: 'Red draft' });
    expect(await titles('status=draft')).toEqual(['Red draft']);
    hooks = {};
    await api.put(`/api/posts/${ids.red}?status=draft`, { tenant: 'blue' });
    hooks = { postRead: onTenant };
    expect(await titles('status=draft')).toEqual([]);
    expect(await titles('')).toEqual(['Red']);
  });

  it('of several extensions must all match; false matches nothing, true everything', async () => {
    hooks = { postRead: onTenant, postRead2: () => ({ title: { $startsWith: 'B' } }) };
    expect(await titles()).toEqual([]);
    hooks = { postRead: () => true, postRead2: () => ({ title: { $startsWith: 'B' } }) };
    expect(await titles()).toEqual(['Blue']);
    hooks = { postRead: () => false };
    expect(await titles()).toEqual([]);
    hooks = {};
    expect(await titles()).toEqual(['Red', 'Blue']);
  });

  it('and permissions must both match', async () => {
    hooks = { postRead: onTenant };
    const find = { action: 'api::post.post.find' };
    const blue = await addMember(api.service(), [{ ...find, filters: { tenant: 'blue' } }]);
    const red = await addMember(api.service(), [{ ...find, filters: { tenant: 'red' } }]);
    expect(await titles('', blue)).toEqual([]);
    expect(await titles('', red)).toEqual(['Red']);
    const nothing = await addMember(api.service(), []);
    expect((await api.get('/api/posts', nothing)).status).toBe(403);
  });

  it('may depend on the caller, and no answer of one caller is for another', async () => {
    hooks = { postRead: ({ caller }) => (caller.user === mary.documentId ? true : { tenant: 'red' }) };
    expect(await titles('', mary)).toEqual(['Red', 'Blue']);
    expect(await titles('', tom)).toEqual(['Red']);
    expect(await titles('', mary)).toEqual(['Red', 'Blue']);
  });

  it('can be by the user who created a document, alone or in $and and $or', async () => {
    const own: Hook = ({ caller }) => ({ createdBy: { documentId: caller.user } });
    for (const [member, title] of [
      [mary, 'Of Mary'],
      [tom, 'Of Tom'],
    ] as const)
      await api.post('/api/posts', { title, tenant: 'green' }, member);
    hooks = { postRead: own };
    expect(await titles('', mary)).toEqual(['Of Mary']);
    expect(await titles('', tom)).toEqual(['Of Tom']);
    // A caller that is not a user created nothing; documents without a creator are not theirs.
    expect(await titles('', anyone)).toEqual([]);
    expect(await titles()).toEqual([]);
    hooks = { postRead: (request) => ({ $or: [own(request), { tenant: 'red' }] }) };
    expect(await titles('', mary)).toEqual(['Red', 'Of Mary']);
    hooks = { postRead: (request) => ({ $and: [own(request), { title: { $contains: 'Of' } }], tenant: 'green' }) };
    expect(await titles('', mary)).toEqual(['Of Mary']);
  });

  it('a filter with a missing value matches nothing, not documents without a value', async () => {
    await api.post('/api/posts', { title: 'Without tenant' });
    hooks = { postRead: ({ caller }) => ({ tenant: caller.user }) };
    expect(await titles('', anyone)).toEqual([]);
    hooks = { postRead: ({ caller }) => ({ tenant: { $ne: caller.user } }) };
    expect(await titles('', anyone)).toEqual([]);
    hooks = { postRead: () => ({ tenant: new Date(NaN) }) };
    expect(await titles('', anyone)).toEqual([]);
  });

  it('restricts syncs: a type that is partly hidden cannot be synced', async () => {
    const types = async () => {
      const { body } = await api.get('/api/sync');
      return [...new Set((body.data as readonly { type: string }[]).map(({ type }) => type))].sort();
    };
    expect(await types()).toEqual(['people', 'posts']);
    expect(
      (await api.get('/api/sync')).body.data.some((one: object) => JSON.stringify(one).includes('"author":{')),
    ).toBe(true);
    hooks = { personRead: () => ({ name: 'Bob' }) };
    expect(await types()).toEqual(['posts']);
    expect(JSON.stringify((await api.get('/api/sync')).body)).not.toContain(ids.ada);
    expect((await api.get('/api/sync?types=people')).status).toBe(403);
  });

  it('restricts the documents in a preview, and the callers that may make one', async () => {
    const url = `/api/posts/${ids.red}`;
    const linkOf = () => api.request('POST', `${url}/actions/preview-link`);
    const { body } = await linkOf();
    const preview = `${url}?preview=${String(body.data.token)}&populate=author`;
    expect((await api.get(preview, anyone)).body.data.author).toMatchObject({ name: 'Ada' });
    hooks = { personRead: ({ caller }) => caller.kind !== 'public', postRead: () => false };
    expect((await api.get(preview, anyone)).body.data).toMatchObject({ title: 'Red', author: null });
    expect((await linkOf()).status).toBe(404);
  });

  it('restricts what a body may relate', async () => {
    hooks = { personRead: () => ({ name: 'Bob' }) };
    for (const [who, call] of everyone().filter(([, { as }]) => as !== 'read-only')) {
      const hidden = await api.post('/api/posts', { title: 'x', author: ids.ada }, call);
      const absent = await api.post('/api/posts', { title: 'x', author: 'absent0123456789absent01' }, call);
      expect(hidden.status, who).toBe(400);
      expect(JSON.stringify(hidden.body).replaceAll(ids.ada, ''), who).toBe(
        JSON.stringify(absent.body).replaceAll('absent0123456789absent01', ''),
      );
      expect((await api.post('/api/posts', { title: 'x', author: ids.bob }, call)).status, who).toBe(201);
    }
  });

  it('a hidden document does not exist for writes', async () => {
    hooks = { postRead: onTenant };
    const url = `/api/posts/${ids.blue}`;
    for (const [who, call] of everyone().filter(([, { as }]) => as !== 'read-only')) {
      expect((await api.put(url, { title: 'x' }, call)).status, who).toBe(404);
      expect((await api.request('POST', `${url}/actions/unpublish`, call)).status, who).toBe(404);
      expect((await api.delete(url, call)).status, who).toBe(
        (await api.delete('/api/posts/absent0123456789absent01', call)).status,
      );
      const entry = { update: { documentId: ids.blue, data: { title: 'x' } } };
      const bulk = await api.request('POST', '/api/posts/actions/bulk', { ...call, body: { data: [entry] } });
      expect(JSON.stringify(bulk.body), who).toContain('Document not found');
      expect((await api.put(`/api/posts/${ids.red}`, { title: 'Red' }, call)).status, who).toBe(200);
    }
    // A write may hide the document that it writes.
    expect((await api.post('/api/posts', { title: 'Green', tenant: 'green' })).status).toBe(201);
    expect((await api.put(`/api/posts/${ids.red}`, { tenant: 'green' })).status).toBe(200);
    expect(await titles()).toEqual([]);
    hooks = {};
    expect(await titles()).toEqual(['Red', 'Blue', 'Green']);
  });

  it('keeps a hidden published version out of the draft', async () => {
    const url = `/api/posts/${ids.blue}`;
    await api.put(`${url}?status=draft`, { tenant: 'red' });
    hooks = { postRead: onTenant };
    for (const [who, call] of everyone().filter(([, { as }]) => as !== 'read-only')) {
      const { status, body } = await api.request('POST', `${url}/actions/discard-draft`, call);
      expect([status, body.error?.message], who).toEqual([404, 'The document is not published']);
      expect((await api.get(`${url}?status=draft`, call)).body.data.tenant, who).toBe('red');
    }
    hooks = { postRead: () => ({ tenant: { $in: ['red', 'blue'] } }) };
    const discarded = await api.request('POST', `${url}/actions/discard-draft`);
    expect(discarded.body.data).toMatchObject({ tenant: 'blue' });
  });

  it('restricts single types and users', async () => {
    await api.put('/api/home', { title: 'Home' });
    hooks = { homeRead: () => false, userRead: ({ caller }) => ({ documentId: caller.user }) };
    expect((await api.get('/api/home')).status).toBe(404);
    expect((await api.put('/api/home', { title: 'x' })).status).toBe(404);
    const users = await api.get('/api/users', mary);
    expect((users.body as readonly { documentId: string }[]).map(({ documentId }) => documentId)).toEqual([
      mary.documentId,
    ]);
    expect((await api.get('/api/users/count', mary)).body).toBe(1);
    expect((await api.get(`/api/users/${tom.documentId}`, mary)).status).toBe(404);
    expect((await api.put(`/api/users/${tom.documentId}`, { username: 'x' }, mary)).status).toBe(404);
    expect((await api.get('/api/users/me', mary)).status).toBe(200);
  });

  it('changes ETags only by what the caller sees', async () => {
    hooks = { postRead: onTenant };
    const before = await api.get('/api/people?populate=posts');
    hooks = {};
    await api.put(`/api/posts/${ids.blue}`, { title: 'Bluer' });
    const whole = await api.get('/api/people?populate=posts');
    hooks = { postRead: onTenant };
    const after = await api.get('/api/people?populate=posts');
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(whole.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('canWrite', () => {
  beforeEach(() => {
    hooks = { postWrite: onTenant };
  });

  it('restricts creates, updates, deletes and actions of every caller, as conditions of permissions do', async () => {
    const url = `/api/posts/${ids.blue}`;
    for (const [who, call] of everyone().filter(([, { as }]) => as !== 'read-only')) {
      expect((await api.post('/api/posts', { tenant: 'blue' }, call)).status, who).toBe(403);
      expect((await api.post('/api/posts', { tenant: 'red', title: 'New' }, call)).status, who).toBe(201);
      expect((await api.put(url, { tenant: 'red' }, call)).status, who).toBe(403);
      expect((await api.put(`/api/posts/${ids.red}`, { tenant: 'blue' }, call)).status, who).toBe(403);
      expect((await api.delete(url, call)).status, who).toBe(403);
      for (const action of ['publish', 'unpublish', 'discard-draft'])
        expect((await api.request('POST', `${url}/actions/${action}`, call)).status, `${who} ${action}`).toBe(403);
      const entries = [{ create: { data: { tenant: 'blue' } } }, { delete: { documentId: ids.blue } }];
      for (const entry of entries) {
        const bulk = await api.request('POST', '/api/posts/actions/bulk', { ...call, body: { data: [entry] } });
        expect(JSON.stringify(bulk.body), who).toContain('Forbidden');
      }
    }
    hooks = {};
    expect(await titles('filters[tenant]=blue')).toEqual(['Blue']);
  });

  it('does not restrict reads, except the drafts that a user reads because it may update', async () => {
    expect(await titles()).toEqual(['Red', 'Blue']);
    expect(await titles('status=draft')).toEqual(['Red', 'Blue']);
    expect(await titles('status=draft', mary)).toEqual(['Red']);
  });

  it('answers 404 for what canRead hides', async () => {
    hooks = { postWrite: onTenant, postRead: onTenant };
    expect((await api.put(`/api/posts/${ids.blue}`, { title: 'x' })).status).toBe(404);
  });

  it('does not show the revision of a document that the caller may not change', async () => {
    const etag = async () => (await api.get(`/api/posts/${ids.blue}`)).headers.etag;
    const before = await etag();
    hooks = {};
    const whole = await etag();
    await api.put(`/api/posts/${ids.blue}?status=draft`, { title: 'Draft' });
    expect(await etag()).not.toBe(whole);
    hooks = { postWrite: onTenant };
    expect(await etag()).toBe(before);
  });
});

/** Keeps the log of the errors out of the output of the tests. */
const muteErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

const faults: readonly (readonly [string, Hook])[] = [
  ['an unknown attribute', () => ({ tenent: 'red' })],
  ['an unknown operator', () => ({ tenant: { $is: 'red' } })],
  ['an empty filter', () => ({})],
  ['a promise', () => Promise.resolve(true)],
  ['a text', () => 'red'],
  ['null', () => null],
  [
    'an exception',
    () => {
      throw new Error('no');
    },
  ],
  ['a creator in another form', () => ({ createdBy: 'mary' })],
  ['an unknown attribute beside a known one', () => ({ $and: [{ tenant: 'red' }, { nothing: 1 }] })],
];

describe.each(faults)('a filter that is %s', (_, filter) => {
  it.each(['postRead', 'postWrite'] as const)('is a 500, and nothing is read or written: %s', async (name) => {
    muteErrors();
    hooks = { [name]: filter };
    for (const [who, call] of everyone()) {
      if (name === 'postRead') expect((await api.get('/api/posts', call)).status, who).toBe(500);
      expect((await api.put(`/api/posts/${ids.red}`, { title: 'x' }, { ...call })).status, who).toBeGreaterThanOrEqual(
        403,
      );
    }
    hooks = {};
    expect(await titles()).toEqual(['Red', 'Blue']);
  });
});
