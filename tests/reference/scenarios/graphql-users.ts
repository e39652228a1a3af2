// GraphQL: users, roles and what belongs to a login.
import { memberPassword as password, type Scenario } from '../player.ts';

const register =
  'mutation($i: UsersPermissionsRegisterInput!) { register(input: $i) { jwt user { id documentId username email confirmed blocked role { id name description type } } } }';
const login =
  'mutation($i: UsersPermissionsLoginInput!) { login(input: $i) { jwt user { username email role { name } } } }';
const change =
  'mutation($c: String!, $p: String!, $q: String!) { changePassword(currentPassword: $c, password: $p, passwordConfirmation: $q) { jwt user { username } } }';
const reset =
  'mutation($c: String!, $p: String!, $q: String!) { resetPassword(code: $c, password: $p, passwordConfirmation: $q) { jwt user { username email } } }';
const forgot = 'mutation($e: String!) { forgotPassword(email: $e) { ok } }';
const createUser =
  'mutation($d: UsersPermissionsUserInput!) { createUsersPermissionsUser(data: $d) { data { documentId username email provider confirmed blocked role { name } } } }';
const updateUser =
  'mutation($id: ID!, $d: UsersPermissionsUserInput!) { updateUsersPermissionsUser(id: $id, data: $d) { data { username blocked role { name } } } }';
const deleteUser = 'mutation($id: ID!) { deleteUsersPermissionsUser(id: $id) { data { documentId username } } }';
const createRole = 'mutation($d: UsersPermissionsRoleInput!) { createUsersPermissionsRole(data: $d) { ok } }';
const updateRole =
  'mutation($id: ID!, $d: UsersPermissionsRoleInput!) { updateUsersPermissionsRole(id: $id, data: $d) { ok } }';
const deleteRole = 'mutation($id: ID!) { deleteUsersPermissionsRole(id: $id) { ok } }';

const other = 'another quiet room';

export default {
  uses: ['users'],
  play: async ({ query, get, member, allow, codeFor }) => {
    const registrations: Readonly<Record<string, unknown>> = {
      new: { username: 'ada', email: 'ada@example.org', password },
      'a taken name': { username: 'ada', email: 'other@example.org', password },
      'a taken address': { username: 'other', email: 'ADA@example.org', password },
      'no address': { username: 'bo', email: 'x', password },
      'a short name': { username: 'bo', email: 'bo@example.org', password },
      'a short password': { username: 'bob', email: 'bob@example.org', password: 'a' },
      'another key': { username: 'bob', email: 'bob@example.org', password, role: 1 },
      'a key is missing': { username: 'bob', email: 'bob@example.org' },
    };
    for (const [label, i] of Object.entries(registrations)) await query(`register: ${label}`, register, { i }, null);
    const logins: Readonly<Record<string, unknown>> = {
      'by name': { identifier: 'ada', password },
      'by address': { identifier: 'ADA@example.org', password },
      'with a provider': { identifier: 'ada', password, provider: 'local' },
      'with an unknown provider': { identifier: 'ada', password, provider: 'nope' },
      'a wrong password': { identifier: 'ada', password: other },
      'an unknown user': { identifier: 'nobody', password },
      'empty values': { identifier: '', password: '' },
      'no password': { identifier: 'ada' },
    };
    for (const [label, i] of Object.entries(logins)) await query(`login: ${label}`, login, { i }, null);
    await query('login with a token', login, { i: { identifier: 'ada', password } }, 'full-access');

    const bob = await member('bob');
    const me = '{ me { id documentId username email confirmed blocked role { id name description type } } }';
    await query('me', me, undefined, bob.as);
    await query('me without credentials', me, undefined, null);
    await query('me as a token', me);
    await query('me with other fields', '{ me { createdAt } }', undefined, bob.as);
    await query('me and others', '{ me { username } usersPermissionsUsers { username } }', undefined, bob.as);

    const changes: Readonly<Record<string, readonly [string, string, string]>> = {
      'a wrong password': [other, other, other],
      'two passwords': [password, other, 'x'],
      'a short one': [password, 'a', 'a'],
      'the same': [password, password, password],
      another: [password, other, other],
    };
    let as = bob.as;
    for (const [label, [c, p, q]] of Object.entries(changes)) {
      const { body } = await query(`change: ${label}`, change, { c, p, q }, as);
      // A new password ends earlier sessions in Lectern.
      as = { token: body.data?.changePassword?.jwt ?? as.token };
    }
    await query('change: without credentials', change, { c: other, p: password, q: password }, null);
    await query('change: as a token', change, { c: other, p: password, q: password });
    await query('login after a change', login, { i: { identifier: 'bob', password: other } }, null);

    await query('forgot: known', forgot, { e: 'ada@example.org' }, null);
    await query('forgot: unknown', forgot, { e: 'nobody@example.org' }, null);
    await query('forgot: no address', forgot, { e: 'x' }, null);
    await query('reset: a wrong code', reset, { c: 'nope', p: other, q: other }, null);
    const code = await codeFor('ada@example.org');
    await query('reset: two passwords', reset, { c: code, p: other, q: 'x' }, null);
    await query('reset', reset, { c: code, p: other, q: other }, null);
    await query('reset: again', reset, { c: code, p: other, q: other }, null);
    await query('login after a reset', login, { i: { identifier: 'ada', password: other } }, null);
    await query(
      'confirm: a wrong code',
      'mutation { emailConfirmation(confirmation: "nope") { jwt user { username } } }',
      undefined,
      null,
    );
    await query(
      'confirm: an empty code',
      'mutation { emailConfirmation(confirmation: "") { jwt user { username } } }',
      undefined,
      null,
    );

    await query(
      null,
      '{ usersPermissionsUsers(sort: "username") { documentId username email provider confirmed blocked createdAt role { name type } } }',
    );
    await query(
      null,
      '{ usersPermissionsUsers(sort: "username:desc", pagination: { limit: 1 }, filters: { role: { type: { eq: "authenticated" } } }) { username } }',
    );
    await query(null, '{ usersPermissionsUsers_connection { nodes { __typename } pageInfo { total } } }');
    await query(null, '{ usersPermissionsUsers { password } }');
    await query(null, '{ usersPermissionsUsers { resetPasswordToken } }');
    await query(null, '{ usersPermissionsUsers(filters: { password: { notNull: true } }) { username } }');
    await query(null, '{ usersPermissionsUsers(sort: "password") { username } }');
    await query(
      null,
      '{ usersPermissionsUsers(filters: { username: { eq: "ada" } }) { role { users(sort: "username") { username } } } }',
    );
    const one = 'query($id: ID!) { usersPermissionsUser(documentId: $id) { username role { type } } }';
    await query('one user', one, { id: bob.documentId });
    await query('one user by a number', one, { id: bob.id });
    await query(
      null,
      '{ usersPermissionsRoles(filters: { type: { in: ["public", "authenticated"] } }, sort: "type") { name description type users(sort: "username") { username } users_connection { nodes { __typename } } } }',
    );
    await query(
      null,
      '{ usersPermissionsRoles(filters: { type: { eq: "public" } }) { permissions(filters: { action: { contains: "auth.callback" } }) { action } } }',
    );
    await query(
      null,
      '{ usersPermissionsRoles(filters: { permissions: { action: { eq: "plugin::users-permissions.auth.callback" } } }, sort: "type") { type } }',
    );
    await query(null, '{ usersPermissionsPermissions { action } }');

    const { roles } = (await get('roles', '/api/users-permissions/roles')).body as {
      readonly roles: readonly { readonly id: number; readonly type: string }[];
    };
    const authenticated = roles.find(({ type }) => type === 'authenticated')?.id;
    const cid = { username: 'cid', email: 'cid@example.org', password };
    await query('create a user', createUser, { d: { ...cid, role: authenticated } });
    await query('create a user again', createUser, { d: { ...cid, role: authenticated } });
    await query('create a user without a role', createUser, {
      d: { ...cid, username: 'dan', email: 'dan@example.org' },
    });
    await query('create a user without values', createUser, { d: {} });
    await query('create a user with an unknown key', createUser, { d: { ...cid, nope: 1 } });
    const { body: users } = await get('users', '/api/users?filters[username]=cid&fields=username');
    const id = users[0]?.id;
    await query('update a user', updateUser, { id, d: { username: 'sid', blocked: true } });
    await query('update a user by documentId', updateUser, { id: users[0]?.documentId, d: { username: 'kid' } });
    await query('update a user who is not there', updateUser, { id: 99_999_999, d: { username: 'kid' } });
    await query('update a user with a taken name', updateUser, { id, d: { username: 'ada' } });
    await query('login of a blocked user', login, { i: { identifier: 'cid@example.org', password } }, null);
    await query('delete a user', deleteUser, { id });
    await query('delete a user again', deleteUser, { id });
    await query('create users as a member', createUser, { d: { ...cid, role: authenticated } }, as);
    await query('create users as a read-only token', createUser, { d: { ...cid, role: authenticated } }, 'read-only');

    await query('create a role', createRole, { d: { name: 'Cook', description: 'cooks', type: 'cook' } });
    await query('create a role again', createRole, { d: { name: 'Cook', type: 'cook' } });
    await query('create a role without a name', createRole, { d: { description: 'x' } });
    const created = (await get('roles after', '/api/users-permissions/roles')).body.roles as typeof roles;
    const cook = created.find(({ type }) => type === 'cook')?.id;
    await query('update a role', updateRole, { id: cook, d: { name: 'Chef', description: 'd' } });
    await query('update a role that is not there', updateRole, { id: 99_999_999, d: { name: 'Chef' } });
    await query('delete a role', deleteRole, { id: cook });
    await query('delete a role that is not there', deleteRole, { id: 99_999_999 });
    await query('delete the role of the public', deleteRole, { id: roles.find(({ type }) => type === 'public')?.id });
    await query('create roles as a member', createRole, { d: { name: 'Mine' } }, as);

    await allow('authenticated', ['user.find', 'user.findOne']);
    await query(
      'who may find users',
      '{ usersPermissionsUsers(filters: { username: { in: ["ada", "bob"] } }, sort: "username") { username role { name } } }',
      undefined,
      as,
    );
    await query(
      'who may find users, without their roles',
      '{ usersPermissionsUsers(filters: { username: { in: ["ada", "bob"] } }, sort: "username") { username email } }',
      undefined,
      as,
    );
    await query('who may find one user', one, { id: bob.documentId }, as);
  },
} satisfies Scenario;
