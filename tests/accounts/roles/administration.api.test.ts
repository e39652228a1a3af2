// What an administrator may do below /admin, and that nobody else gains its rights.
import { expect, it } from 'vitest';
import { fixedRoutes } from '../../../lib/api/http/routes/index.ts';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, type Call } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { findRoleId } from '../../setup/users.ts';

const api = createApi(library);
const withoutOwner = createApi(library, undefined, 1, { ...secrets, owner: undefined });

const tokens = '/admin/api-tokens';
const webhooks = '/admin/webhooks';
const hook = { name: 'site', url: 'https://example.org/hook', events: ['entry.publish'] };

const userWith = async (options: { role?: string; permissions?: readonly string[] }, site = api): Promise<Call> => ({
  as: { token: (await loginTestUser(site.service(), options)).jwt },
});

it.each([
  ['with an owner token', api],
  ['without one', withoutOwner],
])('an administrator manages API tokens and webhooks, on a site %s', async (_, site) => {
  const call = await userWith({ role: 'administrator' }, site);
  const created = await site.request('POST', tokens, { ...call, body: { name: 'build', type: 'published-only' } });
  expect(created.status).toBe(201);
  const as = { token: created.body.data.accessKey as string };
  expect((await site.get('/api/books', { as })).status).toBe(200);
  expect((await site.get(tokens, call)).body.data.map(({ name }: { name: string }) => name)).toContain('build');
  expect((await site.delete(`${tokens}/${String(created.body.data.id)}`, call)).status).toBe(200);
  const made = await site.request('POST', webhooks, { ...call, body: hook });
  expect(made.status).toBe(201);
  const url = `${webhooks}/${String(made.body.data.id)}`;
  expect((await site.get(`${url}/deliveries`, call)).status).toBe(200);
  expect((await site.delete(url, call)).status).toBe(200);
});

const administration = fixedRoutes.filter(({ access }) => access.startsWith('admin::'));

it.each(administration)('a site without an owner token refuses $method $path', async ({ method, path }) => {
  const callers = [null, 'full-access', { token: secrets.owner }, { token: 'undefined' }, { token: '' }] as const;
  const replies = await Promise.all(
    callers.map((as) => withoutOwner.request(method, path.replaceAll(/\{\w+\}/g, '1'), { as, body: {} })),
  );
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 401, 401, 403]);
});

it('an API token cannot have a permission of administration', async () => {
  const body = { name: 'maker', type: 'custom', permissions: ['admin::api-tokens.manage'] };
  const reply = await api.request('POST', tokens, { as: { token: secrets.owner }, body });
  expect([reply.status, reply.body.error.message]).toEqual([
    400,
    'admin::api-tokens.manage is only for roles of users, not for tokens',
  ]);
});

it('callers without credentials manage nothing, even if their role says so', async () => {
  const permissions = { 'admin::api-tokens': { controllers: { admin: { manage: { enabled: true } } } } };
  const url = `/api/users-permissions/roles/${await findRoleId(api, 'public')}`;
  expect((await api.request('PUT', url, { body: { permissions } })).status).toBe(200);
  expect((await api.get(tokens, { as: null })).status).toBe(403);
});
