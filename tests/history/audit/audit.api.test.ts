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
/** A body with permissions on books. */
const roleBody = (permissions: object, more: object) => ({
  ...more,
  permissions: { 'api::book': { controllers: { book: permissions } } },
});
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

/** In order: later rows use what earlier ones made. */
const changes: readonly (readonly [action: string, run: () => Promise<unknown>, row: object])[] = [
  [
    'token.create',
    async () => {
      const body = { name: 'secret-name-1', type: 'custom', permissions: ['api::book.book.find'] };
      ids.token = idIn(await call('POST', '/admin/api-tokens', { body }));
    },
    { target: { type: 'token', name: 'secret-name-1' }, changed: ['grant api::book.book.find'] },
  ],
  [
    'token.update',
    () =>
      call('PUT', `/admin/api-tokens/${ids.token}`, {
        body: { name: 'secret-name-1', description: 'hidden text', permissions: ['api::book.book.create'] },
      }),
    {
      target: { type: 'token', name: 'secret-name-1' },
      changed: ['description', 'permissions', 'grant api::book.book.create', 'revoke api::book.book.find'],
    },
  ],
  ['token.regenerate', () => call('POST', `/admin/api-tokens/${ids.token}/regenerate`), { target: { type: 'token' } }],
  ['token.delete', () => call('DELETE', `/admin/api-tokens/${ids.token}`), { target: { type: 'token' } }],
  [
    'webhook.create',
    async () => {
      const body = {
        ...{ name: 'site', url: 'https://hidden.example.org/path', events: ['entry.create'] },
        headers: { authorization: 'hidden text' },
      };
      ids.webhook = idIn(await call('POST', '/admin/webhooks', { body }));
    },
    { target: { type: 'webhook', name: 'site' } },
  ],
  [
    'webhook.update',
    () => call('PUT', `/admin/webhooks/${ids.webhook}`, { body: { secret: null, isEnabled: false } }),
    { target: { type: 'webhook', name: 'site' }, changed: ['isEnabled', 'secret'] },
  ],
  ['webhook.delete', () => call('DELETE', `/admin/webhooks/${ids.webhook}`), { target: { type: 'webhook' } }],
  [
    'locale.create',
    async () => {
      ids.locale = idIn(await call('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'hidden text' } }));
    },
    { target: { type: 'locale', name: 'fr' } },
  ],
  [
    'locale.update',
    () => call('PUT', `/api/i18n/locales/${ids.locale}`, { body: { name: 'hidden text 2' } }),
    { target: { type: 'locale', name: 'fr' }, changed: ['name'] },
  ],
  [
    'locale.delete',
    () => call('DELETE', `/api/i18n/locales/${ids.locale}`),
    { target: { type: 'locale', name: 'fr' } },
  ],
  [
    'role.create',
    async () => {
      await call('POST', '/api/users-permissions/roles', {
        body: {
          name: 'Helper',
          permissions: {
            'api::book': { controllers: { book: { find: enabled } } },
            'plugin::users-permissions': { controllers: { auth: { changePassword: enabled } } },
          },
        },
      });
      const { body } = await call('GET', '/api/users-permissions/roles');
      const role = (body.roles as { id: number; type: string; documentId: string }[]).find(
        ({ type }) => type === 'helper',
      );
      ids.role = String(role?.id);
      ids.roleDocument = String(role?.documentId);
    },
    {
      target: { type: roles, name: 'helper' },
      changed: ['grant api::book.book.find', 'grant plugin::users-permissions.auth.changePassword'],
    },
  ],
  [
    'user.create',
    async () => {
      const body = { username: 'hidden-maud', email: 'hidden@example.org', password, role: ids.roleDocument };
      const { body: user } = await call('POST', '/api/users', { body: { ...body, confirmed: true } });
      [ids.user, ids.userDocument] = [String(user.id), String(user.documentId)];
    },
    { target: { type: users } },
  ],
  [
    'user.update',
    () => call('PUT', `/api/users/${ids.user}`, { body: { email: 'hidden2@example.org', password: `${password}2` } }),
    { target: { type: users }, changed: ['email', 'password'] },
  ],
  [
    'user.password-link',
    async () => {
      const { body } = await call('POST', `/api/users/${ids.user}/password-link`);
      ids.code = /code=([^&]+)/.exec(String(body.data.url))?.[1] ?? '';
    },
    { target: { type: users } },
  ],
  [
    'password.reset',
    () =>
      call('POST', '/api/auth/reset-password', {
        body: { code: decodeURIComponent(ids.code ?? ''), password, passwordConfirmation: password },
      }),
    { target: { type: users } },
  ],
  [
    'login.succeeded',
    async () => {
      const body = { identifier: 'hidden-maud', password };
      ids.jwt = String((await call('POST', '/api/auth/local', { body })).body.jwt);
    },
    { target: { type: users } },
  ],
  [
    'password.change',
    () => {
      const body = { currentPassword: password, password: `${password}3`, passwordConfirmation: `${password}3` };
      return call('POST', '/api/auth/change-password', { as: { token: ids.jwt ?? '' }, body });
    },
    { target: { type: users } },
  ],
  [
    'list.create',
    async () => {
      const data = { type: 'api::book.book', name: 'Mine', search: { q: 'hidden text' }, roles: [] };
      ids.list = idIn(await call('POST', '/api/editor/list-views', { body: { data } }));
    },
    { target: { type: 'list', name: 'Mine' } },
  ],
  [
    'list.update',
    () => call('PUT', `/api/editor/list-views/${ids.list}`, { body: { data: { name: 'Ours' } } }),
    { target: { type: 'list', name: 'Ours' }, changed: ['name'] },
  ],
  [
    'list.delete',
    () => call('DELETE', `/api/editor/list-views/${ids.list}`),
    { target: { type: 'list', name: 'Ours' } },
  ],
  [
    'role.update',
    () => {
      const body = roleBody({ find: { enabled: true, own: true }, create: enabled }, { description: 'hidden text' });
      return call('PUT', `/api/users-permissions/roles/${ids.role}`, { body });
    },
    {
      target: { type: roles, name: 'helper' },
      changed: [
        ...['permissions', 'description', 'grant api::book.book.create'],
        ...['revoke plugin::users-permissions.auth.changePassword', 'change api::book.book.find'],
      ],
    },
  ],
  ['user.delete', () => call('DELETE', `/api/users/${ids.user}`), { target: { type: users } }],
  ['role.delete', () => call('DELETE', `/api/users-permissions/roles/${ids.role}`), { target: { type: roles } }],
];

/** Who did it, if not the caller. */
const others: Readonly<Record<string, () => string>> = {
  'password.change': () => ids.userDocument ?? '',
  'password.reset': () => ids.userDocument ?? '',
  'login.succeeded': () => ids.userDocument ?? '',
};

describe('each change leaves one row', () => {
  it.each(changes)('%s', async (action, run, row) => {
    const rows = await rowsAfter(run);
    expect(rows).toMatchObject([
      {
        ...{ action, address: '198.51.100.7', requestId: 'r-1', ...row },
        actor: others[action]?.() ?? admin.documentId,
      },
    ]);
    // `toMatchObject` accepts more keys.
    expect(rows[0]?.changed ?? []).toEqual((row as { changed?: readonly string[] }).changed ?? []);
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
