// Mutations of files: each caller may do what REST lets it do, to the files that REST lets it change.
import { beforeAll, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { addMember, addPublicRole, type Ids } from '../setup/accounts.ts';
import { schemaOf, typeFile, type Call } from '../setup/api.ts';
import { createUploadApi } from '../setup/uploads.ts';

const api = createUploadApi(schemaOf({ 'post.json': typeFile('post', { cover: { type: 'media' } }) }));

const action = (name: string, more: object = {}) => ({ action: `plugin::upload.content-api.${name}`, ...more });
const own = { own: true };

/** The caller that uploads a file, and the callers of the mutations. */
const callers = new Map<string, Call>([
  ['a visitor', { as: null }],
  ['full access', {}],
  ['a read-only token', { as: 'read-only' }],
]);

beforeAll(async () => {
  const service = api.service();
  await addPublicRole(service, []);
  const all = [action('find'), action('findOne'), action('upload'), action('destroy')];
  for (const [name, permissions] of [
    ['a member with all permissions', all],
    ['a member that uploads', [action('upload')]],
    ['a member that reads', all.slice(0, 2)],
    ['an owner', [...all.slice(0, 2), action('upload', own), action('destroy', own)]],
    ['an owner that reads nothing', [action('upload', own), action('destroy', own)]],
  ] as const)
    callers.set(name, await addMember(service, permissions));
  const { accessKey } = await createToken(service, {
    ...{ name: 'destroys', type: 'custom' },
    permissions: ['plugin::upload.content-api.destroy'],
  });
  callers.set('a token that only deletes', { as: { token: accessKey } });
});

const uploadAs = async ({ as }: Call): Promise<Ids> => {
  const token = typeof as === 'object' && as !== null ? as.token : api.token();
  const { status, body } = await api.send([['a.txt', 'a']], {}, '', { authorization: `Bearer ${token}` });
  expect(status).toBe(201);
  return (body as readonly Ids[])[0] ?? expect.fail('there is no file');
};

const send = (query: string, variables: object, call: Call) =>
  api.request('POST', '/graphql', { ...call, body: { query, variables } });

const info = { name: 'b.txt', caption: 'new' };

interface Mutation {
  readonly query: string;
  readonly rest: (id: string | number, call: Call) => ReturnType<typeof api.request>;
}

const mutations: Readonly<Record<string, Mutation>> = {
  changes: {
    query: 'mutation ($id: ID!, $info: FileInfoInput) { it: updateUploadFile(id: $id, info: $info) { name caption } }',
    rest: (id, call) => api.request('POST', `/api/upload?id=${id}`, { ...call, body: { fileInfo: info } }),
  },
  deletes: {
    query: 'mutation ($id: ID!) { it: deleteUploadFile(id: $id) { name caption } }',
    rest: (id, call) => api.delete(`/api/upload/files/${id}`, call),
  },
};

/** What a file is now, and the files of which the bytes are stored. */
const stateOf = async ({ documentId }: Ids) => {
  const { status, body } = await api.get(`/api/upload/files/${documentId}`);
  const { name, caption, url } = status === 200 ? body : ({} as Record<string, string>);
  const stored = await api.stored();
  return { status, name, caption, isStored: url === undefined ? undefined : stored.includes(url.split('/').at(-1)) };
};

it.each(Object.keys(mutations))('%s the files that REST lets a caller have', async (kind) => {
  const { query, rest } = mutations[kind] ?? expect.fail(kind);
  const statuses = new Set<number>();
  for (const [name, call] of callers)
    for (const uploader of [
      'a member with all permissions',
      'a member that uploads',
      'an owner',
      'an owner that reads nothing',
      'full access',
    ])
      for (const by of ['id', 'documentId'] as const) {
        const about = `${name}, a file of ${uploader}, by ${by}`;
        const [one, other] = [await uploadAs(callers.get(uploader) ?? {}), await uploadAs(callers.get(uploader) ?? {})];
        const reply = await rest(one[by], call);
        const found = await send(query, { id: String(other[by]), info }, call);
        statuses.add(reply.status);
        expect(found.status, about).toBe(200);
        if (reply.status === 200) {
          const { name: fileName, caption } = reply.body;
          expect(found.body, about).toEqual({ data: { it: { name: fileName, caption } } });
        } else {
          const error: unknown = found.body.errors?.[0].extensions.error;
          expect({ status: reply.status, ...(error as object) }, about).toEqual(reply.body.error);
        }
        expect(await stateOf(other), about).toEqual(await stateOf(one));
      }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 403]));
});

const reads = [
  'query ($id: ID!) { it: uploadFile(documentId: $id) { name } }',
  'query ($id: ID!) { it: usersPermissionsUser(documentId: $id) { username } }',
];

it('an id is no path', async () => {
  const call = callers.get('an owner') ?? {};
  const mine = await uploadAs(call);
  const before = await api.stored();
  for (const id of [
    '',
    '0',
    'page',
    'move',
    'count',
    'me',
    '.',
    '..',
    `../files/${mine.documentId}`,
    `${mine.id},1`,
    `${mine.id}&id=1`,
    '\u0000',
    'x'.repeat(5_000),
  ])
    for (const caller of [call, {}])
      for (const query of [...Object.values(mutations).map((mutation) => mutation.query), ...reads]) {
        const { status, body } = await send(query, { id, info }, caller);
        const about = `${id} ${JSON.stringify(body)}`;
        expect(status, about).toBe(200);
        expect(body.data?.it ?? null, about).toBeNull();
        expect(JSON.stringify(body.errors ?? []), about).not.toContain('INTERNAL_SERVER_ERROR');
      }
  expect(await api.stored()).toEqual(before);
  expect(await stateOf(mine)).toMatchObject({ status: 200, name: 'a.txt' });
});
