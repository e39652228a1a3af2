// Checks that each change of the site's administration leaves a row in the audit log: who, where and what, without values.
import { MongoNetworkError } from 'mongodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { auditCollection, type AuditRow } from '../../../lib/platform/audit/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { passwordsFor } from '../../../lib/platform/passwords.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { attemptSeconds, createApi, testConfig, type Call, type Reply } from '../../setup/api.ts';
import { addEditor, type Member } from '../../setup/accounts.ts';
import { secrets } from '../../setup/secrets.ts';
import { library } from '../../write/documents/library.ts';

/** The address of a client is what its proxy adds. */
const config = { ...testConfig, http: { ...testConfig.http, trustedProxies: 1 } };
const from = (address: string) => ({ 'x-forwarded-for': address });

const api = createApi(library, config);
const owner = { token: secrets.owner };

const rowsOf = async (service: Service): Promise<readonly AuditRow[]> =>
  auditCollection(await service.database.get())
    .find()
    .sort({ at: 1, _id: 1 })
    .toArray();

/** The rows that a call adds. */
const rowsAfter = async (work: () => Promise<unknown>): Promise<readonly AuditRow[]> => {
  const before = new Set((await rowsOf(api.service())).map(({ _id }) => _id.toHexString()));
  await work();
  return (await rowsOf(api.service())).filter(({ _id }) => !before.has(_id.toHexString()));
};

const users = 'plugin::users-permissions.user';
const roles = 'plugin::users-permissions.role';
const password = 'Correct-horse-1';
const enabled = { enabled: true };

let admin: Member;
const ids: Record<string, string> = {};
const idIn = ({ body }: Reply): string => String(body.data?.id ?? body.id);

const call = async (method: string, url: string, more: Call = {}): Promise<Reply> => {
  const reply = await api.request(method, url, {
    as: admin.as,
    headers: { ...from('198.51.100.7'), 'x-request-id': 'r-1' },
    ...more,
  });
  expect([reply.status, reply.body?.error], `${method} ${url}`).toEqual([expect.any(Number), undefined]);
  return reply;
};

beforeAll(async () => {
  const service = api.service();
  admin = await addEditor(
    service,
    [
      ...['api-tokens.manage', 'webhooks.manage'].map((name) => `admin::${name}`),
      ...['create', 'update', 'destroy', 'find', 'findOne', 'createPasswordLink'].map((name) => `${users}.${name}`),
      ...['createRole', 'updateRole', 'deleteRole', 'find', 'findOne'].map((name) => `${roles}.${name}`),
      ...['create', 'update', 'delete', 'find'].map((name) => `plugin::i18n.locale.${name}`),
      ...['callback', 'changePassword', 'register', 'resetPassword'].map((n) => `plugin::users-permissions.auth.${n}`),
      'api::book.book.find',
    ].map((action) => ({ action })),
  );
});

const [tokens, webhooks, locales] = ['/admin/api-tokens', '/admin/webhooks', '/api/i18n/locales'];
const lists = '/api/editor/list-views';
const rolesPath = '/api/users-permissions/roles';
const twice = (secret: string) => ({ password: secret, passwordConfirmation: secret });
/** Returns the target of a row. */
const of = (type: string, name?: string) => (name === undefined ? { type } : { type, name });
type Send = () => readonly [method: string, url: string, body?: unknown, as?: Call['as']];

/** In order: later rows use what earlier ones made, whose ids `keep` notes. */
const changes: readonly (readonly [
  action: string,
  send: Send,
  target: object,
  changed?: readonly string[],
  keep?: (reply: Reply) => unknown,
])[] = [
  [
    'token.create',
    () => ['POST', tokens, { name: 'secret-name-1', type: 'custom', permissions: ['api::book.book.find'] }],
    of('token', 'secret-name-1'),
    ['grant api::book.book.find'],
    (reply) => (ids.token = idIn(reply)),
  ],
  [
    'token.update',
    () => [
      ...(['PUT', `${tokens}/${ids.token}`] as const),
      { name: 'secret-name-1', description: 'hidden text', permissions: ['api::book.book.create'] },
    ],
    of('token', 'secret-name-1'),
    ['description', 'permissions', 'grant api::book.book.create', 'revoke api::book.book.find'],
  ],
  ['token.regenerate', () => ['POST', `${tokens}/${ids.token}/regenerate`], of('token')],
  ['token.delete', () => ['DELETE', `${tokens}/${ids.token}`], of('token')],
  [
    'webhook.create',
    () => {
      const headers = { authorization: 'hidden text' };
      const url = 'https://hidden.example.org/path';
      return ['POST', webhooks, { name: 'site', url, events: ['entry.create'], headers }];
    },
    of('webhook', 'site'),
    [],
    (reply) => (ids.webhook = idIn(reply)),
  ],
  [
    'webhook.update',
    () => ['PUT', `${webhooks}/${ids.webhook}`, { secret: null, isEnabled: false }],
    of('webhook', 'site'),
    ['isEnabled', 'secret'],
  ],
  ['webhook.delete', () => ['DELETE', `${webhooks}/${ids.webhook}`], of('webhook')],
  [
    'locale.create',
    () => ['POST', locales, { code: 'fr', name: 'hidden text' }],
    of('locale', 'fr'),
    [],
    (reply) => (ids.locale = idIn(reply)),
  ],
  ['locale.update', () => ['PUT', `${locales}/${ids.locale}`, { name: 'hidden text 2' }], of('locale', 'fr'), ['name']],
  ['locale.delete', () => ['DELETE', `${locales}/${ids.locale}`], of('locale', 'fr')],
  [
    'role.create',
    () => {
      const controllers = { book: { find: enabled } };
      const auth = { controllers: { auth: { changePassword: enabled } } };
      const permissions = { 'api::book': { controllers }, 'plugin::users-permissions': auth };
      return ['POST', rolesPath, { name: 'Helper', permissions }];
    },
    of(roles, 'helper'),
    ['grant api::book.book.find', 'grant plugin::users-permissions.auth.changePassword'],
    async () => {
      const { body } = await call('GET', rolesPath);
      const all = body.roles as { id: number; type: string; documentId: string }[];
      const role = all.find(({ type }) => type === 'helper');
      [ids.role, ids.roleDocument] = [String(role?.id), String(role?.documentId)];
    },
  ],
  [
    'user.create',
    () => {
      const user = { username: 'hidden-maud', email: 'hidden@example.org', password, role: ids.roleDocument };
      return ['POST', '/api/users', { ...user, confirmed: true }];
    },
    of(users),
    [],
    ({ body }) => ([ids.user, ids.userDocument] = [String(body.id), String(body.documentId)]),
  ],
  [
    'user.update',
    () => ['PUT', `/api/users/${ids.user}`, { email: 'hidden2@example.org', password: `${password}2` }],
    of(users),
    ['email', 'password'],
  ],
  [
    'user.password-link',
    () => ['POST', `/api/users/${ids.user}/password-link`],
    of(users),
    [],
    ({ body }) => (ids.code = /code=([^&]+)/.exec(String(body.data.url))?.[1] ?? ''),
  ],
  [
    'password.reset',
    () => ['POST', '/api/auth/reset-password', { code: decodeURIComponent(ids.code ?? ''), ...twice(password) }],
    of(users),
  ],
  [
    'login.succeeded',
    () => ['POST', '/api/auth/local', { identifier: 'hidden-maud', password }],
    of(users),
    [],
    ({ body }) => (ids.jwt = String(body.jwt)),
  ],
  [
    'password.change',
    () => {
      const body = { currentPassword: password, ...twice(`${password}3`) };
      return ['POST', '/api/auth/change-password', body, { token: ids.jwt ?? '' }];
    },
    of(users),
  ],
  [
    'list.create',
    () => {
      const data = { type: 'api::book.book', name: 'Mine', search: { q: 'hidden text' }, roles: [] };
      return ['POST', lists, { data }];
    },
    of('list', 'Mine'),
    [],
    (reply) => (ids.list = idIn(reply)),
  ],
  ['list.update', () => ['PUT', `${lists}/${ids.list}`, { data: { name: 'Ours' } }], of('list', 'Ours'), ['name']],
  ['list.delete', () => ['DELETE', `${lists}/${ids.list}`], of('list', 'Ours')],
  [
    'role.update',
    () => {
      const book = { find: { enabled: true, own: true }, create: enabled };
      const permissions = { 'api::book': { controllers: { book } } };
      return ['PUT', `${rolesPath}/${ids.role}`, { description: 'hidden text', permissions }];
    },
    of(roles, 'helper'),
    [
      ...['permissions', 'description', 'grant api::book.book.create'],
      ...['revoke plugin::users-permissions.auth.changePassword', 'change api::book.book.find'],
    ],
  ],
  ['user.delete', () => ['DELETE', `/api/users/${ids.user}`], of(users)],
  ['role.delete', () => ['DELETE', `${rolesPath}/${ids.role}`], of(roles)],
];

/** Who did it, if not the caller. */
const others: Readonly<Record<string, () => string>> = {
  'password.change': () => ids.userDocument ?? '',
  'password.reset': () => ids.userDocument ?? '',
  'login.succeeded': () => ids.userDocument ?? '',
};

describe('each change leaves one row', () => {
  it.each(changes.map((row) => ({ action: row[0], row })))('$action', async ({ row }) => {
    const [action, send, target, changed = [], keep = () => undefined] = row;
    const rows = await rowsAfter(async () => {
      const [method, url, body, as = admin.as] = send();
      await keep(await call(method, url, { as, ...(body === undefined ? {} : { body }) }));
    });
    const actor = others[action]?.() ?? admin.documentId;
    expect(rows).toMatchObject([{ action, address: '198.51.100.7', requestId: 'r-1', actor, target }]);
    // `toMatchObject` accepts more.
    expect(rows[0]?.changed ?? []).toEqual(changed);
  });

  it('without a value or a secret in any row', async () => {
    const text = JSON.stringify(await rowsOf(api.service()));
    const secretsOf = ['hidden text', 'hidden.example.org', 'hidden-maud', 'hidden@', 'hidden2@', password, ids.code];
    for (const secret of secretsOf) expect(text).not.toContain(secret);
    expect(text).toContain('secret-name-1');
  });
});

it('a change that fails leaves no row', async () => {
  const rows = await rowsAfter(async () => {
    const one = { name: 'twice', type: 'read-only' };
    await api.request('POST', '/admin/api-tokens', { as: owner, body: one });
    const again = await api.request('POST', '/admin/api-tokens', { as: owner, body: one });
    expect(again.status).toBe(400);
    expect((await api.request('DELETE', '/admin/api-tokens/999', { as: owner })).status).toBe(404);
    expect((await api.request('DELETE', '/admin/webhooks/999', { as: owner })).status).toBe(404);
    expect((await api.request('DELETE', '/api/users/999', { as: 'full-access' })).status).toBe(204);
  });
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([['token.create', 'owner']]);
});

describe('a site that records nothing', () => {
  const silent = createApi(library, { ...config, audit: { days: 0 } });

  it('stores no row', async () => {
    const body = { name: 'x', type: 'read-only' };
    expect((await silent.request('POST', '/admin/api-tokens', { as: owner, body })).status).toBe(201);
    await silent.request('POST', '/api/auth/local', { as: null, body: { identifier: 'a', password: 'b' } });
    expect(await rowsOf(silent.service())).toEqual([]);
  });
});

describe('failed logins', () => {
  const { limits } = defaultConfig.auth;
  const login = { ...limits.login, beforeDelay: 1_000 };
  const limited = { ...limits, login, seconds: attemptSeconds };
  const failing = createApi(library, { ...config, auth: { ...config.auth, limits: limited } });

  const fail = (identifier: string, address: string): Promise<Reply> =>
    failing.request('POST', '/api/auth/local', {
      ...{ as: null, body: { identifier, password: 'hidden-wrong-password' } },
      headers: from(address),
    });

  it('of one network with one name share a row for a minute, and the name is not stored', async () => {
    for (let count = 0; count < 5; count++) await fail('hidden-name', '198.51.100.7');
    await fail('HIDDEN-name', '198.51.100.7');
    await fail('another', '198.51.100.7');
    const rows = (await rowsOf(failing.service())).filter(({ action }) => action === 'login.failed');
    const minutes = new Set(rows.map(({ _id }) => _id.getTimestamp().getTime())).size;
    expect(rows.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(7);
    expect(rows.length).toBeLessThanOrEqual(2 * minutes);
    expect(rows[0]).toMatchObject({ action: 'login.failed', actor: 'public', target: { type: users } });
    expect(JSON.stringify(rows)).not.toMatch(/hidden/i);
  });

  it('are none if the database does not answer', async () => {
    const service = failing.service();
    const before = (await rowsOf(service)).length;
    vi.spyOn(passwordsFor(service), 'matches').mockRejectedValueOnce(new MongoNetworkError('away'));
    expect((await fail('anybody', '198.51.100.9')).status).toBe(503);
    expect((await rowsOf(service)).length).toBe(before);
  });

  it('are bounded by the rate limit of the address', async () => {
    const before = (await rowsOf(failing.service())).length;
    const most = limits.login.perAddress;
    const replies = await Promise.all(
      Array.from({ length: most + 10 }, (_, index) => fail(`guess ${index}`, '198.51.100.8')),
    );
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect((await rowsOf(failing.service())).length - before).toBeLessThanOrEqual(most);
  });

  it('name the user, if there is one', async () => {
    const { documentId } = await addEditor(failing.service(), []);
    const service = failing.service();
    const { collectionName } = typeOf(service.schema, users);
    const stored = await (await service.database.get()).collection(collectionName).findOne({ documentId });
    await fail(String(stored?.published.username), '203.0.113.9');
    const rows = await rowsOf(service);
    expect(rows.at(-1)?.target).toEqual({ type: users, documentId });
  });
});
