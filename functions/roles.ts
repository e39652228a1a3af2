// Roles and the permissions that they can be given, below /api/users-permissions. Bodies are plain.
import { storedPermissions } from '../lib/platform/access/index.ts';
import { checkPermission, dispatch, endpoint, plain } from '../lib/api/http/index.ts';
import { roleRoutes } from '../lib/api/http/routes/index.ts';
import {
  allRoles,
  createRole,
  deleteRole,
  readRole,
  roleWithId,
  toldOfRole,
  treeOf,
  updateRole,
  usersOfRoles,
} from '../lib/accounts/roles/index.ts';

const operation = dispatch(roleRoutes, checkPermission, {
  findRoles: async (request, service) => {
    const [roles, users] = await Promise.all([allRoles(service), usersOfRoles(service)]);
    const answers = roles.map(async (role) => ({
      ...(await toldOfRole(service, role, request)),
      nb_users: users.get(role.documentId) ?? 0,
    }));
    return plain({ roles: await Promise.all(answers) });
  },
  createRole: async ({ readBody }, service) => {
    const locales = await service.locales.known();
    await createRole(service, readRole(await readBody(), { ...service, locales }));
    return plain({ ok: true });
  },
  findRole: async (request, service) => {
    const role = await roleWithId(service, request.params.id);
    const permissions = treeOf(service.schema, storedPermissions(role));
    return plain({ role: { ...(await toldOfRole(service, role, request)), permissions } });
  },
  updateRole: async ({ params, readBody }, service) => {
    const locales = await service.locales.known();
    const change = readRole(await readBody(), { ...service, locales });
    await updateRole(service, await roleWithId(service, params.id), change);
    return plain({ ok: true });
  },
  deleteRole: async ({ params }, service) => {
    await deleteRole(service, await roleWithId(service, params.id));
    return plain({ ok: true });
  },
  findPermissions: (_, { schema }) => Promise.resolve(plain({ permissions: treeOf(schema, []) })),
});

export const handler = endpoint(operation);
