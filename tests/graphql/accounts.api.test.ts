// Mutations of accounts and files: each is the request of REST.
import { describe, expect, it } from 'vitest';
import { createApi, schemaOf, testConfig, typeFile } from '../setup/api.ts';
import { addMember, permit } from '../setup/accounts.ts';
import { captureMails, codeIn, findRoleId, logIn, password, registerUser, uid } from '../setup/users.ts';

const once = { perAddress: 1_000_000, perIdentifier: 3 };

const api = createApi(schemaOf({ 'article.json': typeFile('article', { title: { type: 'string' } }) }), {
  ...testConfig,
  auth: { ...testConfig.auth, limits: { ...testConfig.auth.limits, forgot: once } },
  // Mails are then those of the service.
  api: { rest: { ...testConfig.api.rest, componentIds: true } },
  graphql: { ...testConfig.graphql, enabled: true },
});

const ask = async (query: string, variables: object = {}, as?: null | { readonly token: string }) =>
  (await api.request('POST', '/graphql', { body: { query, variables }, ...(as === undefined ? {} : { as }) })).body;

const asPublic = (query: string, variables: object = {}) => ask(query, variables, null);

const codesIn = ({ errors }: { readonly errors?: readonly { readonly extensions: { readonly code: string } }[] }) =>
  errors?.map(({ extensions }) => extensions.code);

const user = (name: string) => ({ username: name, email: `${name}@example.org` });

describe('a visitor', () => {
  it('registers, logs in and reads who they are', async () => {
    const { data } = await asPublic(
      `mutation ($input: UsersPermissionsRegisterInput!) {
        register(input: $input) {jwt user {id documentId username email confirmed blocked}}
      }`,
      { input: { ...user('ada'), password } },
    );
    const me = { ...user('ada'), confirmed: true, blocked: false };
    expect(data.register).toEqual({
      jwt: expect.any(String),
      user: { id: expect.stringMatching(/^\d+$/), documentId: expect.any(String), ...me },
    });
    const login = await asPublic(
      `mutation {login(input: {identifier: "ADA@example.org", password: "${password}"}) {jwt user {username}}}`,
    );
    expect(login.data.login.user).toEqual({ username: 'ada' });
    const own = await ask('{me {username role {name}}}', {}, { token: login.data.login.jwt as string });
    expect(own.data.me).toEqual({ username: 'ada', role: null });
  });

  it.each([
    ['a wrong password', 'identifier: "ada", password: "wrong"', 'BAD_USER_INPUT'],
    ['another provider', `identifier: "ada", password: "${password}", provider: "github"`, 'STRAPI_APPLICATION_ERROR'],
    ['nothing', 'identifier: "", password: ""', 'BAD_USER_INPUT'],
  ])('does not log in with %s', async (_, input, code) => {
    const body = await asPublic(`mutation {login(input: {${input}}) {jwt}}`);
    expect([body.data, codesIn(body)]).toEqual([null, [code]]);
  });

  it('sets a new password with the code of a mail', async () => {
    await registerUser(api, 'bea');
    const mails = captureMails(api);
    expect(await asPublic('mutation {forgotPassword(email: "bea@example.org") {ok}}')).toEqual({
      data: { forgotPassword: { ok: true } },
    });
    const { data } = await asPublic(
      'mutation ($c: String!, $p: String!) {resetPassword(code: $c, password: $p, passwordConfirmation: $p) {jwt user {username}}}',
      { c: codeIn(mails), p: 'another secret' },
    );
    expect(data.resetPassword).toEqual({ jwt: expect.any(String), user: { username: 'bea' } });
    expect((await logIn(api, 'bea', 'another secret')).status).toBe(200);
    const changed = await ask(
      `mutation {changePassword(currentPassword: "another secret", password: "${password}", passwordConfirmation: "${password}") {user {username}}}`,
      {},
      { token: data.resetPassword.jwt as string },
    );
    expect(changed).toEqual({ data: { changePassword: { user: { username: 'bea' } } } });
    expect((await logIn(api, 'bea')).status).toBe(200);
  });

  it('confirms an address, which logs nobody in', async () => {
    const { documentId } = await registerUser(api, 'cem');
    await (await api.collection('up_users')).updateOne({ documentId }, { $set: { 'published.confirmed': false } });
    const mails = captureMails(api);
    await api.request('POST', '/api/auth/send-email-confirmation', { body: { email: 'cem@example.org' }, as: null });
    const confirm = 'mutation ($c: String!) {emailConfirmation(confirmation: $c) {jwt}}';
    expect(await asPublic(confirm, { c: codeIn(mails) })).toEqual({ data: { emailConfirmation: null } });
    expect((await logIn(api, 'cem')).status).toBe(200);
    expect(codesIn(await asPublic(confirm, { c: 'used' }))).toEqual(['BAD_USER_INPUT']);
  });

  it('has the limits of REST, in one document as well', async () => {
    const body = await asPublic(
      `mutation {${['a', 'b', 'c', 'd'].map((name) => `${name}: forgotPassword(email: "x@example.org") {ok}`).join(' ')}}`,
    );
    expect(body.data).toEqual({ a: { ok: true }, b: { ok: true }, c: { ok: true }, d: null });
    expect(codesIn(body)).toEqual(['STRAPI_RATE_LIMIT_ERROR']);
  });

  it.each([
    'createUsersPermissionsUser(data: {username: "x"}) {data {username}}',
    'updateUsersPermissionsUser(id: 1, data: {username: "x"}) {data {username}}',
    'deleteUsersPermissionsUser(id: 1) {data {username}}',
    'createUsersPermissionsRole(data: {name: "x"}) {ok}',
    'updateUsersPermissionsRole(id: 1, data: {name: "x"}) {ok}',
    'deleteUsersPermissionsRole(id: 1) {ok}',
    'updateUploadFile(id: 1, info: {name: "x"}) {name}',
    'deleteUploadFile(id: 1) {name}',
    'changePassword(currentPassword: "x", password: "y", passwordConfirmation: "y") {jwt}',
  ])('may not %s', async (field) => {
    expect(codesIn(await asPublic(`mutation {${field}}`))).toEqual(['FORBIDDEN']);
  });
});

describe('a login', () => {
  const newDevices = async (): Promise<number> =>
    (await api.collection('lectern_audit')).countDocuments({ action: 'login.new-device' });

  it('has the browser of its request', async () => {
    await registerUser(api, 'kim');
    const query = `mutation {login(input: {identifier: "kim", password: "${password}"}) {user {username}}}`;
    const before = await newDevices();
    const logInBy = (browser: string) =>
      api.request('POST', '/graphql', { body: { query }, as: null, headers: { 'User-Agent': `${browser}/1.0` } });
    for (const browser of ['Firefox', 'Firefox', 'Chrome'])
      expect((await logInBy(browser)).body.data.login.user).toEqual({ username: 'kim' });
    expect((await newDevices()) - before).toBe(1);
  });
});

describe('a user who may only write users', () => {
  it.each([
    ['may not read', []],
    ['may read others only', permit(uid, ['findOne'], { filters: { username: 'nobody' } })],
  ])('and %s has the answer of the write', async (_, mayRead) => {
    const name = `user${mayRead.length}`;
    const { as } = await addMember(api.service(), [...permit(uid, ['create', 'update']), ...mayRead]);
    const { documentId } = await registerUser(api, name);
    const body = await ask(
      `mutation {updateUsersPermissionsUser(id: "${documentId}", data: {blocked: true}) {data {username blocked role {name}}}}`,
      {},
      as,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.updateUsersPermissionsUser.data).toMatchObject({ username: name, blocked: true });
  });
});

describe('a token with full access', () => {
  const change =
    'mutation ($id: ID!, $data: UsersPermissionsUserInput!) {updateUsersPermissionsUser(id: $id, data: $data) {data {username blocked}}}';

  it('creates, changes and deletes users', async () => {
    const role = await findRoleId(api, 'authenticated');
    const { data } = await ask(
      `mutation ($data: UsersPermissionsUserInput!) {
        createUsersPermissionsUser(data: $data) {data {documentId username role {name}}}
      }`,
      { data: { ...user('dot'), password, role } },
    );
    const { documentId, ...created } = data.createUsersPermissionsUser.data;
    expect(created).toEqual({ username: 'dot', role: { name: 'Authenticated' } });
    expect(await ask(change, { id: documentId, data: { blocked: true } })).toEqual({
      data: { updateUsersPermissionsUser: { data: { username: 'dot', blocked: true } } },
    });
    const remove = `mutation {deleteUsersPermissionsUser(id: "${documentId}") {data {username}}}`;
    expect((await ask(remove)).data.deleteUsersPermissionsUser).toEqual({ data: { username: 'dot' } });
    expect((await ask(remove)).data.deleteUsersPermissionsUser).toEqual({ data: null });
    expect(codesIn(await ask(change, { id: documentId, data: {} }))).toEqual(['STRAPI_NOT_FOUND_ERROR']);
  });

  it('reads below a user that it has written', async () => {
    const { documentId } = await registerUser(api, 'eve');
    const { data } = await ask(
      `mutation {updateUsersPermissionsUser(id: "${documentId}", data: {username: "eva"}) {data {username role {type name}}}}`,
    );
    expect(data.updateUsersPermissionsUser.data).toEqual({
      username: 'eva',
      role: { type: 'authenticated', name: 'Authenticated' },
    });
  });

  it('creates, changes and deletes roles', async () => {
    expect(await ask('mutation {createUsersPermissionsRole(data: {name: "Cook", type: "cook"}) {ok}}')).toEqual({
      data: { createUsersPermissionsRole: { ok: true } },
    });
    const id = await findRoleId(api, 'cook');
    expect(
      await ask('mutation ($id: ID!) {updateUsersPermissionsRole(id: $id, data: {name: "Chef"}) {ok}}', { id }),
    ).toEqual({
      data: { updateUsersPermissionsRole: { ok: true } },
    });
    expect((await api.get(`/api/users-permissions/roles/${id}`)).body.role.name).toBe('Chef');
    const remove = 'mutation ($id: ID!) {deleteUsersPermissionsRole(id: $id) {ok}}';
    expect((await ask(remove, { id })).data).toEqual({ deleteUsersPermissionsRole: { ok: true } });
    expect(codesIn(await ask(remove, { id }))).toEqual(['STRAPI_NOT_FOUND_ERROR']);
    expect(codesIn(await ask('mutation {createUsersPermissionsRole(data: {name: "X", users: [1]}) {ok}}'))).toEqual([
      'BAD_USER_INPUT',
    ]);
  });
});
