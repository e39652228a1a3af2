// Links with which users set a password: invitations, and help for those who lost theirs.
import { describe, expect, it } from 'vitest';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, type Call, type Reply } from '../../setup/api.ts';
import { addMember } from '../../setup/accounts.ts';
import { captureMails, postAuth, findRoleId } from '../../setup/users.ts';

const api = createApi(library);
const editorUrl = 'https://example.org/editor/';
const configured = createApi(library, {
  ...testConfig,
  auth: { ...testConfig.auth, resetPasswordUrl: 'https://example.org/password' },
  editor: { ...testConfig.editor, url: editorUrl },
});

const mailing = createApi(library, {
  ...testConfig,
  editor: { ...testConfig.editor, url: editorUrl, name: 'The Ink Room' },
  mail: { ...testConfig.mail, transport: 'smtp', from: 'desk@example.org' },
});

const userWith = async (options: { role?: string; permissions?: readonly string[] }, site = api) => {
  const { jwt, user } = await loginTestUser(site.service(), options);
  return { call: { as: { token: jwt } }, ...user };
};

const linkFor = (id: number | string, call: Call = {}, site = api): Promise<Reply> =>
  site.request('POST', `/api/users/${id}/password-link`, call);

const codeIn = (url: string): string => /[#?]code=(.+)$/.exec(url)?.[1] ?? '';

const setPassword = (code: string, password = 'a quiet room'): Promise<Reply> =>
  postAuth(api, 'reset-password', { code, password, passwordConfirmation: password });

describe('an invitation', () => {
  it('creates a user without a password; the link sets one, once', async () => {
    const { call } = await userWith({ role: 'administrator' });
    const body = { username: 'maud', email: 'maud@example.org', role: await findRoleId(api, 'editor') };
    const created = await api.request('POST', '/api/users', { ...call, body });
    expect([created.status, created.body.role.type]).toEqual([201, 'editor']);
    const { status, body: answer } = await linkFor(created.body.id as number, call);
    expect([status, Object.keys(answer.data as object)]).toEqual([200, ['url', 'expiresAt']]);
    const hours = (Date.parse(answer.data.expiresAt as string) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(48);
    const code = codeIn(answer.data.url as string);
    expect(await setPassword(code)).toMatchObject({ status: 200, body: { user: { username: 'maud' } } });
    expect((await setPassword(code)).status).toBe(400);
    expect((await postAuth(api, 'local', { identifier: 'maud', password: 'a quiet room' })).status).toBe(200);
  });

  it('is not for callers who may only create users', async () => {
    const { call } = await userWith({ permissions: ['plugin::users-permissions.user.create'] });
    const body = { username: 'nora', email: 'nora@example.org' };
    const reply = await api.request('POST', '/api/users', { ...call, body });
    expect([reply.status, reply.body.error.message]).toEqual([400, 'password is a required field']);
  });
});

describe('a link', () => {
  it('does not tell a hidden user from an absent one', async () => {
    const user = 'plugin::users-permissions.user';
    const filters = { username: { $startsWith: 'team-' } };
    const helper = await addMember(
      api.service(),
      ['find', 'createPasswordLink'].map((action) => ({ action: `${user}.${action}`, filters })),
    );
    const hidden = await userWith({});
    const [toHidden, toAbsent] = [await linkFor(hidden.id, helper), await linkFor('nothinghere', helper)];
    expect({ status: toHidden.status, body: toHidden.body }).toEqual({ status: toAbsent.status, body: toAbsent.body });
    expect(toHidden.status).toBe(404);
  });

  it.each([
    [{ role: 'editor' }, '/editor/set-password#code='],
    [{}, '/password?code='],
    [{ permissions: ['book.find'] }, '/password?code='],
  ])('opens, for %j, %s', async (options, path) => {
    const { id } = await userWith(options, configured);
    const { url } = (await linkFor(id, {}, configured)).body.data;
    expect(url).toBe(`https://example.org${path}${codeIn(url as string)}`);
  });

  it('has the address of the editor that asks for it, and otherwise only a path', async () => {
    const { id } = await userWith({});
    const headers = (from: string) => ({ origin: 'https://cms.example.org', 'sec-fetch-site': from });
    const start = async (call: Call) => ((await linkFor(id, call)).body.data.url as string).split('#')[0];
    expect(await start({ headers: headers('same-origin') })).toBe('https://cms.example.org/editor/set-password');
    expect(await start({ headers: headers('cross-site') })).toBe('/editor/set-password');
    expect(await start({})).toBe('/editor/set-password');
  });

  it('replaces the one before, and ends the sessions of the user when it is used', async () => {
    const user = await userWith({});
    const first = codeIn((await linkFor(user.documentId)).body.data.url as string);
    const second = codeIn((await linkFor(user.documentId)).body.data.url as string);
    expect((await setPassword(first)).status).toBe(400);
    expect((await setPassword(second)).status).toBe(200);
    expect((await api.get('/api/users/me', user.call)).status).toBe(401);
  });

  it('is mailed to the user where mails are sent, and to nobody elsewhere', async () => {
    const mails = captureMails(mailing);
    const { id, email } = await userWith({ role: 'editor' }, mailing);
    const { url, mailed } = (await linkFor(id, { body: { mail: true } }, mailing)).body.data;
    expect(mailed).toBe(true);
    expect(mails).toEqual([
      {
        to: email,
        subject: 'Your account for The Ink Room',
        text: expect.stringContaining(`\n\n${url as string}\n\n`),
      },
    ]);
    expect((await linkFor(id, {}, mailing)).body.data).not.toHaveProperty('mailed');
    expect(mails).toHaveLength(1);
    // This site sends no mails, and the other one does not know its address.
    for (const other of [api, configured]) {
      const silent = captureMails(other);
      expect((await linkFor((await userWith({}, other)).id, { body: { mail: true } }, other)).body.data.mailed).toBe(
        false,
      );
      expect(silent).toEqual([]);
    }
    expect((await linkFor(id, { body: { mail: 'yes' } }, mailing)).body.error.message).toBe(
      'mail must be true or false',
    );
  });

  it('is refused for an unknown or blocked user, and with a body', async () => {
    const { id } = await userWith({});
    expect((await linkFor(999_999)).status).toBe(404);
    expect((await linkFor(id, { body: { hours: 1 } })).status).toBe(400);
    await api.request('PUT', `/api/users/${id}`, { body: { blocked: true } });
    expect((await linkFor(id)).body.error.message).toContain('blocked');
  });
});

describe('rights of administration stay with those who have them', () => {
  const managing = ['find', 'create', 'update', 'destroy', 'createPasswordLink'].map(
    (name) => `plugin::users-permissions.user.${name}`,
  );

  it('a manager of users cannot give them', async () => {
    const { call } = await userWith({ permissions: managing });
    const { id } = await userWith({});
    const role = await findRoleId(api, 'administrator');
    const body = { username: 'eve', email: 'eve@example.org', password: 'a quiet room', role };
    expect((await api.request('POST', '/api/users', { ...call, body })).status).toBe(403);
    expect((await api.get('/api/users?filters[username]=eve')).body).toEqual([]);
    for (const value of [role, { connect: [role] }, { set: [role] }])
      expect((await api.request('PUT', `/api/users/${id}`, { ...call, body: { role: value } })).status).toBe(403);
    expect((await api.get(`/api/users/${id}?populate=role`)).body.role.type).toBe('authenticated');
    const editor = await findRoleId(api, 'editor');
    expect((await api.request('PUT', `/api/users/${id}`, { ...call, body: { role: editor } })).status).toBe(200);
  });

  it('a manager of users cannot take over or delete an administrator', async () => {
    const { call } = await userWith({ permissions: managing });
    const { id } = await userWith({ role: 'administrator' });
    for (const body of [{ password: 'a loud room' }, { email: 'mine@example.org' }, { blocked: true }])
      expect((await api.request('PUT', `/api/users/${id}`, { ...call, body })).status).toBe(403);
    expect((await linkFor(id, call)).status).toBe(403);
    expect((await api.delete(`/api/users/${id}`, call)).status).toBe(403);
    const administrator = await userWith({ role: 'administrator' });
    expect((await linkFor(id, administrator.call)).status).toBe(200);
    expect((await api.delete(`/api/users/${id}`, administrator.call)).status).toBe(200);
    const member = await userWith({});
    expect((await api.delete(`/api/users/${member.id}`, call)).status).toBe(200);
  });

  it.each<[string, (user: { id: number; roleName: string }) => Promise<Reply>]>([
    [
      'their user gets a role that has them',
      async ({ id }) =>
        api.request('PUT', `/api/users/${id}`, { body: { role: await findRoleId(api, 'administrator') } }),
    ],
    [
      'the role of their user gets them',
      async ({ roleName }) => {
        const permissions = { 'admin::api-tokens': { controllers: { admin: { manage: { enabled: true } } } } };
        return api.request('PUT', `/api/users-permissions/roles/${await findRoleId(api, roleName)}`, {
          body: { permissions },
        });
      },
    ],
  ])('links end when %s, unless whoever made the link has them too', async (_, promote) => {
    const manager = await addMember(
      api.service(),
      managing.map((action) => ({ action })),
    );
    const administrator = await userWith({ role: 'administrator' });
    const demoted = await userWith({ role: 'administrator' });
    const full = await createToken(api.service(), { name: `full ${manager.documentId}`, type: 'full-access' });
    const limited = { name: `custom ${manager.documentId}`, type: 'custom', permissions: managing } as const;
    const custom = await createToken(api.service(), limited);
    const used = async (call: Call, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<number> => {
      const user = await addMember(api.service(), []);
      const { id } = (await api.get(`/api/users/${user.documentId}?populate=role`)).body as { id: number };
      const link = await linkFor(id, call);
      expect(link.status).toBe(200);
      const roleName = (await api.get(`/api/users/${id}?populate=role`)).body.role.type as string;
      expect((await promote({ id, roleName })).status).toBe(200);
      await meanwhile();
      return (await setPassword(codeIn(link.body.data.url as string))).status;
    };
    expect(await used(manager)).toBe(400);
    expect(await used({ as: { token: custom.accessKey } })).toBe(400);
    expect(await used(administrator.call)).toBe(200);
    expect(await used({ as: { token: full.accessKey } })).toBe(200);
    const block = () => api.request('PUT', `/api/users/${demoted.id}`, { body: { blocked: true } });
    expect(await used(demoted.call, block)).toBe(400);
    const revoke = () => api.delete(`/admin/api-tokens/${full.id}`, administrator.call);
    expect(await used({ as: { token: full.accessKey } }, revoke)).toBe(400);
  });

  it('members who may change only themselves do not learn who has them', async () => {
    const permissions = ['update', 'destroy'].map((name) => ({
      action: `plugin::users-permissions.user.${name}`,
      own: true as const,
    }));
    const member = await addMember(api.service(), permissions);
    const { id } = await userWith({ role: 'administrator' });
    for (const [method, body] of [
      ['PUT', { username: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const [hidden, absent] = [id, 999_999].map((one) =>
        api.request(method, `/api/users/${one}`, { ...member, ...(body === undefined ? {} : { body }) }),
      );
      expect([(await hidden)?.status, (await hidden)?.body]).toEqual([(await absent)?.status, (await absent)?.body]);
    }
    expect((await api.get(`/api/users/${id}`)).status).toBe(200);
  });

  it('a manager of roles cannot give them, to its own role or another', async () => {
    const names = ['find', 'findOne', 'createRole', 'updateRole', 'deleteRole'].map(
      (name) => `plugin::users-permissions.role.${name}`,
    );
    const { call } = await userWith({ permissions: names });
    const permissions = { 'admin::api-tokens': { controllers: { admin: { manage: { enabled: true } } } } };
    const roles = '/api/users-permissions/roles';
    expect((await api.request('POST', roles, { ...call, body: { name: 'Mine', permissions } })).status).toBe(403);
    const url = `${roles}/${await findRoleId(api, 'authenticated')}`;
    expect((await api.request('PUT', url, { ...call, body: { permissions } })).status).toBe(403);
    const administrator = await userWith({ role: 'administrator' });
    expect(
      (await api.request('POST', roles, { ...administrator.call, body: { name: 'Tokens', permissions } })).status,
    ).toBe(200);
    // Nor take them from others.
    const other = `${roles}/${await findRoleId(api, 'tokens')}`;
    expect((await api.request('PUT', other, { ...call, body: { permissions: {} } })).status).toBe(403);
    expect((await api.delete(other, call)).status).toBe(403);
    expect((await api.delete(other, administrator.call)).status).toBe(200);
  });
});

describe('the mail for a forgotten password', () => {
  const mailing = (auth: object, editor: object) =>
    createApi(library, {
      ...testConfig,
      auth: { ...testConfig.auth, ...auth },
      editor: { ...testConfig.editor, ...editor },
      mail: { ...testConfig.mail, transport: 'ses', from: 'site@example.org' },
    });
  const site = { resetPasswordUrl: 'https://example.org/password' };
  const both = mailing(site, { url: editorUrl });
  const siteOnly = mailing(site, {});
  const editorOnly = mailing({}, { url: editorUrl });
  const neither = mailing({}, {});
  const disabled = mailing({}, { enabled: false, url: editorUrl });
  const strict = {
    'x-strapi-refresh-cookie': 'strict',
    origin: 'https://evil.example',
    'sec-fetch-site': 'same-origin',
  };
  const forget = (to: typeof both, email: string, headers = {}): Promise<Reply> =>
    to.request('POST', '/api/auth/forgot-password', { as: null, body: { email }, headers });
  const linkIn = async (to: typeof both, role?: string): Promise<string | undefined> => {
    const mails = captureMails(to);
    const { email } = await userWith(role === undefined ? {} : { role }, to);
    expect((await forget(to, email, strict)).body).toEqual({ ok: true });
    return /https:\S+/.exec(mails.at(-1)?.text ?? '')?.[0];
  };

  it('leads to the editor for those who work in it, and to the site for its members', async () => {
    for (const role of ['editor', 'author', 'administrator'])
      expect(await linkIn(both, role)).toMatch(/^https:\/\/example\.org\/editor\/set-password#code=[\w.-]+$/);
    expect(await linkIn(both)).toMatch(/^https:\/\/example\.org\/password\?code=[\w.-]+$/);
  });

  it('leads to the editor for all, if the site has no page for it', async () => {
    expect(await linkIn(editorOnly)).toMatch(/^https:\/\/example\.org\/editor\/set-password#code=/);
  });

  it('leads to the site if the address of the editor is not configured, and never to one of the request', async () => {
    expect(await linkIn(siteOnly, 'editor')).toMatch(/^https:\/\/example\.org\/password\?code=[\w.-]+$/);
  });

  it('does not exist without an address or a mail server, and the editor learns it', async () => {
    for (const one of [neither, disabled, configured, api]) {
      const reply = await forget(one, 'nobody@example.org', strict);
      expect([reply.status, reply.body.error?.message]).toEqual([400, 'This site mails no links to set a password']);
      expect((await forget(one, 'nobody@example.org')).status).toBe(200);
    }
  });
});
