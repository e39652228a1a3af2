// Roles and permissions, below /api/users-permissions. Bodies have no `data` envelope.
import { storedPermissions } from '../../lib/platform/access/index.ts';
import { checkPermission, dispatch, plainAnswer } from '../../lib/api/http/index.ts';
import { roleRoutes } from '../../lib/api/http/routes/index.ts';
import {
  findAllRoles,
  createRole,
  deleteRole,
  readRole,
  type RoleBody,
  findRoleById,
  readRoleAnswer,
  permissionTreeOf,
  updateRole,
  countUsersByRole,
  requireAdministration,
  requireRightsOfRole,
} from '../../lib/accounts/roles/index.ts';
import { withStepUp } from '../../lib/accounts/factors/index.ts';

const namesOf = ({ permissions = [] }: RoleBody): readonly string[] => permissions.map(({ action }) => action);

const check = withStepUp(checkPermission, (caller) => caller);

export const roles = dispatch(roleRoutes, check, {
  findRoles: async (request, service) => {
    const [roles, users] = await Promise.all([findAllRoles(service), countUsersByRole(service)]);
    const answers = roles.map(async (role) => ({
      ...(await readRoleAnswer(service, role, request)),
      nb_users: users.get(role.documentId) ?? 0,
    }));
    return plainAnswer({ roles: await Promise.all(answers) });
  },
  createRole: async ({ readBody }, service, caller) => {
    const locales = await service.locales.known();
    const role = readRole(await readBody(), { ...service, locales });
    requireAdministration(caller, namesOf(role));
    await createRole(service, role);
    return plainAnswer({ ok: true });
  },
  findRole: async (request, service) => {
    const role = await findRoleById(service, request.params.id);
    const permissions = permissionTreeOf(service, storedPermissions(role));
    return plainAnswer({ role: { ...(await readRoleAnswer(service, role, request)), permissions } });
  },
  updateRole: async ({ params, readBody }, service, caller) => {
    const locales = await service.locales.known();
    const change = readRole(await readBody(), { ...service, locales });
    requireAdministration(caller, namesOf(change));
    const role = await findRoleById(service, params.id);
    requireRightsOfRole(caller, role);
    await updateRole(service, role, change);
    return plainAnswer({ ok: true });
  },
  deleteRole: async ({ params }, service, caller) => {
    const role = await findRoleById(service, params.id);
    requireRightsOfRole(caller, role);
    await deleteRole(service, role);
    return plainAnswer({ ok: true });
  },
  findPermissions: (_, service) => Promise.resolve(plainAnswer({ permissions: permissionTreeOf(service, []) })),
});
