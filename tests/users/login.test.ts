// What a wrong login costs does not tell whether there is a user.
import { scrypt } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { isPassword } from '../../lib/documents/index.ts';
import { library } from '../documents/library.ts';
import { apiOf } from '../setup/api.ts';
import { logIn, registered } from '../setup/users.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<{ scrypt: typeof scrypt }>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});

const api = apiOf(library);

it('is one hash of the same cost for a user, for nobody and for who has no password', async () => {
  await registered(api, 'ada');
  await registered(api, 'bare');
  const db = await api.service().database.get();
  await db.collection('up_users').updateOne({ 'published.username': 'bare' }, { $set: { 'published.password': null } });
  const costs: unknown[] = [];
  for (const identifier of ['ada', 'nobody', 'bare']) {
    vi.mocked(scrypt).mockClear();
    expect((await logIn(api, identifier, 'wrong')).status).toBe(400);
    costs.push(vi.mocked(scrypt).mock.calls.map(([, , length, options]) => [length, options]));
  }
  expect(costs[0]).toHaveLength(1);
  expect(costs).toEqual([costs[0], costs[0], costs[0]]);
});

it('no password is that of nobody', async () => {
  for (const stored of [undefined, null, '', 'x', 'secret'])
    expect(await isPassword(String(stored), stored)).toBe(false);
});
