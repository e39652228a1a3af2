// The account with which a developer opens the editor.
import { expect, it } from 'vitest';
import { prepareDevAccount } from '../../../cli/dev/devEditor.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { logIn } from '../../setup/users.ts';

const api = createApi(library);

it('is made once, as an administrator, with the kept password, until the developer sets another', async () => {
  const password = 'kept-in-secrets';
  const account = { email: 'admin@example.org', password };
  expect(await prepareDevAccount(api.service(), password)).toEqual(account);
  expect(await prepareDevAccount(api.service(), password)).toEqual(account);
  const { status, body } = await logIn(api, 'admin@example.org', password);
  const as = { token: body.jwt as string };
  expect([status, (await api.get('/admin/api-tokens', { as })).status]).toEqual([200, 200]);
  const change = { currentPassword: password, password: 'another one', passwordConfirmation: 'another one' };
  await api.request('POST', '/api/auth/change-password', { as, body: change });
  expect(await prepareDevAccount(api.service(), password)).toEqual({ ...account, password: undefined });
});
