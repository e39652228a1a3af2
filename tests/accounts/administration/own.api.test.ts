// Users with permission to change and delete only themselves.
import { beforeAll, describe, expect, it } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import {
  captureMails,
  codeIn,
  logIn,
  password,
  postAuth,
  findRoleId,
  setPermissions,
  registerUser,
  uid,
  type Member,
} from '../../setup/users.ts';

const api = createApi(library);
const once = { perAddress: 1, perIdentifier: 1 };
const limited = createApi(library, {
  ...testConfig,
  auth: { ...testConfig.auth, limits: { ...testConfig.auth.limits, login: { ...once, beforeDelay: 100 } } },
});

let mary: Member;
let tom: Member;
beforeAll(async () => {
  mary = await registerUser(api, 'mary');
  tom = await registerUser(api, 'tom');
  const own = { enabled: true, own: true };
  const permissions = { 'plugin::users-permissions': { controllers: { user: { update: own, destroy: own } } } };
  const { status } = await api.request(
    'PUT',
    `/api/users-permissions/roles/${await findRoleId(api, 'authenticated')}`,
    {
      body: { permissions },
    },
  );
  expect(status).toBe(200);
});

const put = (member: Member, as: Member, body: object) =>
  api.request('PUT', `/api/users/${member.id}`, { as: as.as, body });
const remove = (member: Member, as: Member) => api.delete(`/api/users/${member.id}`, { as: as.as });
const userExists = async ({ id }: Member): Promise<boolean> => (await api.get(`/api/users/${id}`)).status === 200;

it(`own of ${uid} means the user itself`, async () => {
  expect((await put(mary, mary, { username: 'mary ann' })).body.username).toBe('mary ann');
  expect((await put(tom, mary, { username: 'nobody' })).status).toBe(404);
  // The same answer as for an unknown user.
  expect((await remove(tom, mary)).status).toBe(204);
  expect(await userExists(tom)).toBe(true);
  expect((await remove(tom, tom)).body).toMatchObject({ id: tom.id });
  expect(await userExists(tom)).toBe(false);
});

it('users may set their password as often as they may log in, and API tokens without a limit', async () => {
  const { id } = await registerUser(limited, 'pat');
  await setPermissions(limited, 'authenticated', [{ action: `${uid}.update`, own: true }]);
  const set = (body: object, call: object) => limited.request('PUT', `/api/users/${id}`, { ...call, body });
  for (const body of [{ password }, { username: 'patrick' }]) expect((await set(body, {})).status).toBe(200);
  const { body } = await limited.request('POST', '/api/auth/local', {
    body: { identifier: 'patrick', password },
    as: null,
  });
  expect(body.user).toMatchObject({ id });
  const ownCall = { as: { token: body.jwt } };
  expect((await set({ username: 'pat' }, ownCall)).status).toBe(200);
  expect((await set({ password }, ownCall)).status).toBe(429);
  for (let times = 0; times < 2; times++) expect((await set({ password }, {})).status).toBe(200);
});

describe('with auth.emailConfirmation', () => {
  const confirming = createApi(library, { ...testConfig, auth: { ...testConfig.auth, emailConfirmation: true } });

  const confirmedMember = async (username: string) => {
    const email = `${username}@example.org`;
    const { id } = (await postAuth(confirming, 'local/register', { username, email, password })).body.user as Member;
    await confirming.request('PUT', `/api/users/${id}`, { body: { confirmed: true } });
    const { jwt } = (await logIn(confirming, username)).body as { jwt: string };
    const as = { token: jwt };
    return {
      change: (body: object) => confirming.request('PUT', `/api/users/${id}`, { as, body }),
      me: () => confirming.get('/api/users/me', { as }),
    };
  };
  const me = { action: `${uid}.me` };

  it('members must confirm another address of their own before they log in again', async () => {
    const mails = captureMails(confirming);
    await setPermissions(confirming, 'authenticated', [{ action: `${uid}.update`, own: true }, me]);
    const { change, me: read } = await confirmedMember('mila');
    for (const body of [{ username: 'mila ann' }, { email: 'MILA@example.org' }])
      expect((await change(body)).body).toMatchObject({ email: 'mila@example.org', confirmed: true });
    expect((await read()).status).toBe(200);
    const email = 'victim@bank.example';
    expect((await change({ email, confirmed: true })).body).toMatchObject({ email, confirmed: false });
    expect((await read()).status).toBe(401);
    expect((await logIn(confirming, 'mila ann')).body.error.message).toBe('Your account email is not confirmed');
    await postAuth(confirming, 'send-email-confirmation', { email });
    expect(mails.at(-1)?.to).toBe(email);
    const confirmation = `/api/auth/email-confirmation?confirmation=${codeIn(mails)}`;
    expect((await confirming.get(confirmation, { as: null })).status).toBe(302);
    expect((await logIn(confirming, 'mila ann')).body.user).toMatchObject({ email, confirmed: true });
  });

  it('users who may change all others vouch for addresses, also for their own', async () => {
    await setPermissions(confirming, 'authenticated', [{ action: `${uid}.update` }, me]);
    const { change, me: read } = await confirmedMember('owner');
    expect((await change({ email: 'moved@example.org' })).body.confirmed).toBe(true);
    expect((await read()).status).toBe(200);
  });
});
