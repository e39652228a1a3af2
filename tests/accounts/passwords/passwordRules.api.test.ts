// New passwords: their length by role, common ones, and the name of the user.
import { describe, expect, it } from 'vitest';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { addMember, inEditor } from '../../setup/accounts.ts';
import { password, postAuth, registerUser, findRoleId } from '../../setup/users.ts';

const api = createApi(library);
const strict = createApi(library, {
  ...testConfig,
  auth: {
    ...testConfig.auth,
    passwords: { ...testConfig.auth.passwords, minLength: 10, editorMinLength: 14, refuseCommon: false },
  },
});

const faultOf = ({ status, body }: Reply) => [status, body.error?.details?.errors?.[0]?.path, body.error?.message];
const refused = (message: string) => [400, ['password'], `password ${message}`];
const common = refused('is one of the most common ones: choose another');
const ownName = refused('must not be the name or the email address of the user');

const register = (username: string, secret: string, site = api): Promise<Reply> =>
  postAuth(site, 'local/register', { username, email: `${username}@example.org`, password: secret });

describe('a registration', () => {
  it.each(['password', 'PassWord', '123456', 'qwertyuiop', 'trustno1'])(
    'refuses the common password %s',
    async (secret) => {
      expect(faultOf(await register('mia', secret))).toEqual(common);
    },
  );

  it.each(['nora.berg', 'Nora.Berg-2026', 'nora.berg@example.org', '!nora.berg!'])(
    'refuses %s for the user nora.berg',
    async (secret) => {
      expect(faultOf(await register('nora.berg', secret))).toEqual(ownName);
    },
  );

  it('accepts other passwords of six characters, as Strapi does', async () => {
    expect((await register('olga', 'ö😀 u7x')).status).toBe(200);
  });

  it('has the length of the configuration, in characters as people count them', async () => {
    expect(faultOf(await register('pia', '😀'.repeat(9), strict))).toEqual(refused('must be at least 10 characters'));
    expect((await register('pia', '😀'.repeat(10), strict)).status).toBe(200);
  });

  it('counts and compares the normalised text: other code points of the same characters', async () => {
    const short = refused('must be at least 10 characters');
    expect(faultOf(await register('quinn', 'e\u0301'.repeat(9), strict))).toEqual(short);
    expect(faultOf(await register('quinn', 'ｐａｓｓｗｏｒｄ'))).toEqual(common);
    expect(faultOf(await register('quinn.berg', 'ｑuinn.berg'))).toEqual(ownName);
  });

  it('accepts common passwords and names where the configuration says so', async () => {
    expect((await register('rosa', '1234567890', strict)).status).toBe(200);
    expect((await register('rosa.luxemburg', 'rosa.luxemburg', strict)).status).toBe(200);
  });
});

describe('a change', () => {
  it('of the own password follows the rules, after the current one is checked', async () => {
    const { as } = await registerUser(api, 'stella');
    const change = async (currentPassword: string, secret: string) =>
      faultOf(
        await api.request('POST', '/api/auth/change-password', {
          as,
          body: { currentPassword, password: secret, passwordConfirmation: secret },
        }),
      );
    expect(await change(password, 'letmein')).toEqual(common);
    expect(await change(password, 'stella99')).toEqual(ownName);
    expect(await change('not this', 'letmein')).toEqual([400, undefined, 'The provided current password is invalid']);
  });

  it('with a link has the length of the role', async () => {
    const administrator = await loginTestUser(api.service(), { role: 'administrator' });
    const as = { token: administrator.jwt };
    const editor = await loginTestUser(api.service(), { role: 'editor' });
    const link = await api.request('POST', `/api/users/${editor.user.id}/password-link`, { as });
    const code = String(link.body.data.url).split('code=')[1];
    const reset = (secret: string) =>
      postAuth(api, 'reset-password', { code, password: secret, passwordConfirmation: secret });
    expect(faultOf(await reset('u7x wq'))).toEqual(refused('must be at least 8 characters'));
    expect((await reset('u7x wq ö')).status).toBe(200);
  });
});

it('/api/users checks the role, the name and the address that the user gets with the same request', async () => {
  const role = await findRoleId(api, 'editor');
  const body = { username: 'tilda', email: 'tilda@example.org' };
  const create = (more: object) => api.request('POST', '/api/users', { body: { ...body, ...more } });
  const short = refused('must be at least 8 characters');
  expect(faultOf(await create({ password: 'u7x wq', role }))).toEqual(short);
  expect(faultOf(await create({ password: 'dragon' }))).toEqual(common);
  const created = await create({ password: 'u7x wq' });
  expect(created.status).toBe(201);
  const update = (more: object) => api.request('PUT', `/api/users/${created.body.id}`, { body: more });
  expect(faultOf(await update({ password: 'wq u7x', role }))).toEqual(short);
  expect(faultOf(await update({ password: 'ulrike1', username: 'ulrike' }))).toEqual(ownName);
  expect((await api.get(`/api/users/${created.body.id}`)).body.username).toBe('tilda');
  // It opens the editor, and does nothing else.
  const opener = await addMember(api.service(), inEditor);
  const changed = await api.request('PUT', `/api/users/${opener.documentId}`, { body: { password: 'wq u7x' } });
  expect(faultOf(changed)).toEqual(short);
  // A role that becomes an editor's later does not make the stored password invalid.
  expect((await update({ role })).status).toBe(200);
});
