// The cost of a failed login does not reveal whether the user exists.
import { expect, it, vi } from 'vitest';
import { passwordsFor } from '../../../lib/platform/passwords.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { logIn, registerUser } from '../../setup/users.ts';

const api = createApi(library);

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
