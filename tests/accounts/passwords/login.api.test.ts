// What a login costs, and what becomes of the hash that it is compared with.
import { hashSync } from 'bcryptjs';
import { expect, it, vi } from 'vitest';
import { passwordsFor } from '../../../lib/platform/passwords.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { logIn, password, registerUser } from '../../setup/users.ts';

const api = createApi(library);
const { passwords } = testConfig.auth;
const keeping = createApi(library, {
  ...testConfig,
  auth: { ...testConfig.auth, passwords: { ...passwords, keepBcrypt: true } },
});

it('a failed login computes one hash of the same cost for a user, an unknown user and a user without a password', async () => {
  await registerUser(api, 'ada');
  await registerUser(api, 'bare');
  await (
    await api.collection('up_users')
  ).updateOne({ 'published.username': 'bare' }, { $set: { 'published.password': null } });
  const derive = vi.spyOn(passwordsFor(api.service()), 'derive');
  const costs: unknown[] = [];
  for (const identifier of ['ada', 'nobody', 'bare']) {
    derive.mockClear();
    expect((await logIn(api, identifier, 'wrong')).status).toBe(400);
    costs.push(derive.mock.calls.map(([, , length, cost]) => [length, cost]));
  }
  expect(costs[0]).toHaveLength(1);
  expect(costs).toEqual([costs[0], costs[0], costs[0]]);
});

it.each([
  ['replaces', api, /^scrypt\$/],
  ['with keepBcrypt, keeps', keeping, /^\$2b\$04\$/],
])('a login %s a bcrypt hash from Strapi', async (_does, site, stored) => {
  await registerUser(site, 'imported');
  const users = await site.collection('up_users');
  const filter = { 'published.username': 'imported' };
  await users.updateOne(filter, { $set: { 'published.password': hashSync(password, 4) } });
  for (let n = 0; n < 2; n++) expect((await logIn(site, 'imported')).status).toBe(200);
  expect((await users.findOne(filter))?.published.password).toMatch(stored);
});
