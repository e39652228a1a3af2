// No answer and no log line repeats a password, a token, a code or a private value of the request, whatever its form.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebhook } from '../../../lib/events/webhooks/index.ts';
import {
  createApi,
  createClient,
  schemaOf,
  testConfig,
  type Call,
  componentFile,
  typeFile,
  withDrafts,
} from '../../setup/api.ts';
import { addPublicRole, addUser } from '../../setup/accounts.ts';
import { secrets } from '../../setup/secrets.ts';

const type = (singularName: string, kind: string, attributes: object): string =>
  typeFile(singularName, attributes, { kind, ...withDrafts });

const schema = schemaOf({
  'components/part/key.json': componentFile({ code: { type: 'password', minLength: 6, maxLength: 20 } }),
  'components/part/lock.json': componentFile({
    pin: { type: 'password', minLength: 6, maxLength: 20 },
    label: { type: 'string' },
    key: { type: 'component', component: 'part.key' },
  }),
  'vault.json': type('vault', 'collectionType', {
    title: { type: 'string' },
    secret: { type: 'password', minLength: 6, maxLength: 20 },
    hidden: { type: 'string', private: true, minLength: 8, maxLength: 12 },
    count: { type: 'integer', private: true },
    lock: { type: 'component', component: 'part.lock' },
    locks: { type: 'component', component: 'part.lock', repeatable: true },
    body: { type: 'dynamiczone', components: ['part.lock', 'part.key'] },
  }),
  'safe.json': type('safe', 'singleType', { secret: { type: 'password', minLength: 6, maxLength: 20 } }),
});

const api = createApi(schema, { ...testConfig, auth: { ...testConfig.auth, refresh: true } });

const logged: string[] = [];
const client = createClient(
  () => Promise.resolve(api.service()),
  () => undefined,
  (line: object) => logged.push(JSON.stringify(line)),
);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...lines) => void logged.push(lines.join(' ')));
});

let [token, jwt, user, webhook] = ['', '', 0, 0];
beforeAll(async () => {
  const service = api.service();
  const auth = ['callback', 'register', 'changePassword', 'resetPassword', 'forgotPassword', 'refresh', 'logout'];
  const actions = [...auth, 'emailConfirmation'].map((name) => `plugin::users-permissions.auth.${name}`);
  await addPublicRole(service, actions);
  token = (
    await client.request('POST', '/admin/api-tokens', {
      as: { token: secrets.owner },
      body: { name: 'all', type: 'full-access' },
    })
  ).body.data.accessKey;
  const role = (await service.database.get()).collection('up_roles');
  const documentId: unknown = (await role.findOne({}))?.documentId;
  user = await addUser(service, 'maud', { role: documentId, provider: 'local', password: 'a quiet room' });
  jwt = await service.access.sessions.issue(user, 3600);
  webhook = (await createWebhook(service, { name: 'There', url: 'https://example.org', events: ['entry.create'] })).id;
});

/** The forms in which a request may send a value, each with the text that must not be repeated. */
const forms: readonly (readonly [name: string, value: unknown, needle: string])[] = [
  ['fitting', 'hunter#MARK7', 'MARK7'],
  ['too short', 'q#7Z', 'q#7Z'],
  ['too long', 'hunter#MARK7'.repeat(100), 'MARK7'],
  ['with a NUL', 'hunter#MARK7\0', 'MARK7'],
  ['a number', 987654321012345, '987654321012345'],
  ['a list', ['hunter#MARK7'], 'MARK7'],
  ['lists in a list', [[['hunter#MARK7']]], 'MARK7'],
  ['an object', { value: 'hunter#MARK7' }, 'MARK7'],
  ['a key of an object', { 'hunter#MARK7': 1 }, 'MARK7'],
  ['an operator', { $ne: 'hunter#MARK7' }, 'MARK7'],
];

type Send = readonly [method: string, url: string, body?: unknown];

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const encoded = (value: unknown): string => encodeURIComponent(text(value));

const ofAuth = (v: unknown): readonly Send[] => {
  const sound = { password: 'another room', passwordConfirmation: 'another room' };
  return [
    ['POST', '/api/auth/local', { identifier: 'nobody', password: v }],
    ['POST', '/api/auth/local', { password: v }],
    ['POST', '/api/auth/local', [{ identifier: 'maud', password: v }]],
    ['POST', '/api/auth/local', `identifier=maud&password=${text(v)}`],
    ['POST', '/api/auth/local/register', { username: 'x', email: 'none', password: v }],
    ['POST', '/api/auth/local/register', { username: 'x', email: 'x@example.org', password: v }],
    ['POST', '/api/auth/local/register', { username: 'xyz', email: 'x@example.org', password: v, provider: v }],
    ['POST', '/api/auth/forgot-password', { email: 'x@example.org', password: v }],
    ['POST', '/api/auth/reset-password', { ...sound, code: v }],
    ['POST', '/api/auth/reset-password', { ...sound, code: 'none', password: v }],
    ['POST', '/api/auth/reset-password', { ...sound, code: 'none', passwordConfirmation: v }],
    ['POST', '/api/auth/reset-password', { password: v, passwordConfirmation: v, code: v, more: 1 }],
    ['POST', '/api/auth/reset-password', { code: 'none', password: v, passwordConfirmation: v }],
    ['POST', '/api/auth/refresh', { refreshToken: v }],
    ['POST', '/api/auth/refresh', [v]],
    ['GET', `/api/auth/email-confirmation?confirmation=${encoded(v)}`],
    ['GET', `/api/auth/email-confirmation?confirmation[a]=${encoded(v)}`],
    ['GET', `/api/auth/email-confirmation?confirmation=${encoded(v)}&confirmation=${encoded(v)}`],
  ];
};

const ofMembers = (v: unknown): readonly Send[] => {
  const sound = { currentPassword: 'none', password: 'another room', passwordConfirmation: 'another room' };
  return [
    ['POST', '/api/auth/change-password', { ...sound, currentPassword: v }],
    ['POST', '/api/auth/change-password', { ...sound, password: v }],
    ['POST', '/api/auth/change-password', { ...sound, passwordConfirmation: v }],
    ['POST', '/api/auth/change-password', { currentPassword: v, password: v, passwordConfirmation: v, more: v }],
    ['POST', '/api/auth/logout', { refreshToken: v }],
    ['POST', '/api/auth/logout', [{ refreshToken: v }]],
  ];
};

/** Bodies of vaults, valid and invalid ones. */
const vaults = (v: unknown): readonly unknown[] => [
  { secret: v, title: 5 },
  { hidden: v },
  { count: v },
  { lock: { pin: v, label: 5 } },
  { lock: [{ pin: v }] },
  { lock: [[{ pin: v }]] },
  { lock: { key: [{ code: v }] } },
  { lock: { key: { code: v } }, title: 5 },
  { locks: { pin: v } },
  { locks: [{ pin: v, label: 5 }, { key: { code: v } }, 5] },
  { body: { pin: v } },
  { body: [{ pin: v }, { code: v }] },
  { body: [{ __component: 'part.none', code: v }] },
  { body: [{ __component: 'part.lock', pin: v, key: { code: v } }, 5] },
  { body: [{ __component: { secret: 5 }, key: [{ code: v }] }] },
  [{ secret: v }],
  [[{ secret: v, lock: { pin: v } }]],
];

const ofContent = (v: unknown): readonly Send[] => [
  ...vaults(v).map((data): Send => ['POST', '/api/vaults', { data }]),
  ...vaults(v).map((data): Send => ['PUT', '/api/vaults/none', { data }]),
  ['PUT', '/api/safe', { data: { secret: v, nope: 1 } }],
  ['PUT', '/api/safe', { data: { secret: [v] } }],
  ['POST', '/api/vaults', { secret: v }],
  ['POST', '/api/vaults/actions/bulk', { data: vaults(v).map((data) => ({ create: { data } })) }],
  ['POST', '/api/vaults/actions/bulk', { data: vaults(v).map((data) => ({ create: { data } })), atomic: false }],
  ['POST', '/api/vaults/actions/bulk', { data: [{ create: { secret: v } }, { create: [{ secret: v }] }] }],
  ['POST', '/api/vaults/actions/bulk', { data: [{ secret: v }, [{ secret: v }], { create: { data: {} }, secret: v }] }],
  ['POST', '/api/vaults/actions/bulk', { data: { secret: v } }],
  ['POST', '/api/users', { username: 'xy', email: 'none', password: v }],
  ['POST', '/api/users', { username: 'xy', email: 'x@example.org', password: v }],
  ['POST', '/api/users', [{ password: v }]],
  ['POST', '/api/users', { username: 'xyz', email: 'x@example.org', password: 'a room', resetPasswordToken: v }],
  ['PUT', `/api/users/${user}`, { password: v, username: 'xy' }],
  ['PUT', `/api/users/${user}`, [{ password: v }]],
  ['PUT', `/api/users/${user}`, { confirmationToken: v }],
  ['GET', `/api/vaults/none?preview=${encoded(v)}`],
  ['GET', `/api/vaults/none?preview[a]=${encoded(v)}`],
  ['GET', `/api/vaults?preview=${encoded(v)}`],
];

const hook = { name: 'Hook', url: 'https://example.org', events: ['entry.create'] };

const ofOwners = (v: unknown): readonly Send[] =>
  [
    { secret: v, isEnabled: 5 },
    { headers: { authorization: v }, isEnabled: 5 },
    { headers: { authorization: v, Authorization: v } },
    { headers: { host: v } },
    { headers: text(v) },
    { headers: [{ authorization: v }] },
    { headers: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, v])) },
    { url: `https://maud:${encoded(v)}@example.org` },
    { url: [`https://example.org?token=${encoded(v)}`] },
    { url: `ftp://example.org?token=${text(v)}` },
  ].flatMap((body): readonly Send[] => [
    ['POST', '/admin/webhooks', { ...hook, ...body }],
    ['PUT', `/admin/webhooks/${webhook}`, body],
  ]);

const callers: readonly (readonly [
  name: string,
  send: (v: unknown) => readonly Send[],
  as: () => NonNullable<Call['as']> | null,
])[] = [
  ['anyone', ofAuth, () => null],
  ['a user', ofMembers, () => ({ token: jwt })],
  ['a token', ofContent, () => ({ token })],
  ['the owner', ofOwners, () => ({ token: secrets.owner })],
];

describe.each(callers)('the answers to %s, and their log lines,', (_caller, send, as) => {
  it.each(forms)('repeat no secret value that is %s', async (_form, value, needle) => {
    logged.length = 0;
    let refused = 0;
    const repeated: unknown[] = [];
    for (const [method, url, body] of send(value)) {
      const headers: Call['headers'] = typeof body === 'string' ? { 'Content-Type': 'text/plain' } : {};
      const call = { ...(body === undefined ? {} : { body }), headers, as: as() };
      const reply = await client.request(method, url, call);
      if (reply.status >= 400) refused += 1;
      expect(reply.status).toBeLessThan(500);
      if (JSON.stringify([reply.headers, reply.body]).includes(needle)) repeated.push([method, url, body, reply.body]);
    }
    expect(repeated).toEqual([]);
    expect(refused).toBeGreaterThan(3);
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.filter((line) => line.includes(needle))).toEqual([]);
  });
});

describe('credentials', () => {
  it.each(['Bearer MARK7', 'Bearer a.MARK7.b', 'Basic MARK7', 'MARK7'])(
    'are not repeated when they are refused: %s',
    async (authorization) => {
      logged.length = 0;
      for (const url of ['/api/vaults', '/admin/webhooks', '/api/users/me']) {
        const { headers, body } = await client.get(url, { as: null, headers: { Authorization: authorization } });
        expect(JSON.stringify([headers, body])).not.toContain('MARK7');
      }
      expect(logged.filter((line) => line.includes('MARK7'))).toEqual([]);
    },
  );
});

it('a draft that cannot be published is refused without its stored private values', async () => {
  const call = { as: { token } };
  const data = { hidden: 'MARK7', title: 'x' };
  const { documentId } = (await client.post('/api/vaults?status=draft', data, call)).body.data;
  const vault = `/api/vaults/${documentId as string}`;
  for (const reply of [
    await client.request('POST', `${vault}/actions/publish`, call),
    await client.put(vault, {}, call),
  ]) {
    expect([reply.status, reply.body.error.details.errors]).toEqual([
      400,
      [{ path: ['hidden'], message: 'hidden must be at least 8 characters', name: 'ValidationError' }],
    ]);
  }
});

it('a value that an error repeats is the value from the request, unless it is long', async () => {
  const call = { as: { token } };
  const valueOf = async (title: unknown): Promise<unknown> =>
    (await client.post('/api/vaults', { title }, call)).body.error.details.errors[0].value;
  expect(await valueOf(5)).toBe(5);
  expect(await valueOf(['a'])).toEqual(['a']);
  expect(await valueOf(['a'.repeat(2_000)])).toBeUndefined();
  const long = (await client.post('/api/vaults', { count: 'a'.repeat(2_000) }, call)).body.error;
  expect(JSON.stringify(long).length).toBeLessThan(1_000);
});

it.each([
  ['/api/auth/local', { identifier: { identifier: 'bob', password: 'hunter#MARK7' }, password: 'a quiet room' }],
  ['/api/auth/local', { identifier: ['bob', 'hunter#MARK7'], password: 'a quiet room' }],
  ['/api/auth/local/register', { username: { password: 'hunter#MARK7' }, email: 'a@b.org', password: 'a quiet room' }],
  ['/api/auth/forgot-password', { email: { code: 'hunter#MARK7' } }],
])('%s does not repeat a password inside of another field: %j', async (path, body) => {
  const reply = await client.request('POST', path, { as: null, body });
  expect([reply.status, JSON.stringify(reply.body).includes('MARK7')]).toEqual([400, false]);
});
