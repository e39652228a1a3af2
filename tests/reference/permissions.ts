// Sets the permissions of roles on both servers, by short names, and removes users and roles between scenarios.
import type { SendRequest } from './sendRequest.ts';

export type Role = 'public' | 'authenticated';

const roles = '/api/users-permissions/roles';

/** The permissions of each role on a new site, in both servers. */
const defaults: Readonly<Record<Role, readonly string[]>> = {
  public: [
    'auth.callback',
    'auth.connect',
    'auth.emailConfirmation',
    'auth.forgotPassword',
    'auth.refresh',
    'auth.register',
    'auth.resetPassword',
    'auth.sendEmailConfirmation',
  ],
  authenticated: ['auth.changePassword', 'auth.logout', 'user.me'],
};

/** The plugin of each controller that belongs to no content type. */
const plugins: Readonly<Record<string, string>> = {
  auth: 'plugin::users-permissions',
  user: 'plugin::users-permissions',
  role: 'plugin::users-permissions',
  permissions: 'plugin::users-permissions',
  locales: 'plugin::i18n',
  'content-api': 'plugin::upload',
  components: 'plugin::content-type-builder',
};

/** @param allowed short names: `plant.find`, `user.me`; @returns the permission tree that request bodies contain */
export const permissionTree = (allowed: readonly string[]): object => {
  const tree: Record<string, { controllers: Record<string, Record<string, object>> }> = {};
  for (const name of allowed) {
    const [controller = '', action = ''] = name.split('.');
    const { controllers } = (tree[plugins[controller] ?? `api::${controller}`] ??= { controllers: {} });
    (controllers[controller] ??= {})[action] = { enabled: true, policy: '' };
  }
  return tree;
};

interface RoleRow {
  readonly id: number;
  readonly type: string;
}

const listRoles = async (ask: SendRequest): Promise<readonly RoleRow[]> =>
  ((await ask('GET', roles, {})).body as { readonly roles: readonly RoleRow[] }).roles;

/** Gives a role its defaults and these permissions, and no others. @returns its id; @throws if the server refuses it */
export const allowActions = async (ask: SendRequest, role: Role, allowed: readonly string[]): Promise<number> => {
  const { id } = (await listRoles(ask)).find(({ type }) => type === role) ?? {};
  if (id === undefined) throw new Error(`there is no role ${role}`);
  const { status, body } = await ask('PUT', `${roles}/${id}`, {
    body: { permissions: permissionTree([...defaults[role], ...allowed]) },
  });
  if (status !== 200) throw new Error(`${role} ${allowed.join()}: ${JSON.stringify(body)}`);
  return id;
};

/** Deletes all users and all roles except the two basic ones, and resets their permissions. */
export const resetAccess = async (ask: SendRequest): Promise<void> => {
  const { body: users } = await ask('GET', '/api/users?fields=id&pagination[pageSize]=100', {});
  for (const { id } of users as readonly RoleRow[]) await ask('DELETE', `/api/users/${id}`, {});
  for (const { id, type } of await listRoles(ask)) if (!(type in defaults)) await ask('DELETE', `${roles}/${id}`, {});
  for (const role of ['public', 'authenticated'] as const) await allowActions(ask, role, []);
};
