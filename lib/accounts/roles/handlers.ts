// Answers the operations on roles.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { invalid } from '../../errors.ts';
import { storedPermissions, type Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { isObject } from '../../schema/index.ts';
import { roleContract } from './contract.ts';
import { permissionTreeOf, readPermissions } from './permissions.ts';
import { requireAdministration, requireRightsOfRole } from './requireAdministration.ts';
import { countUsersByRole, findAllRoles, findRoleById, readRoleAnswer } from './storedRoles.ts';
import { createRole, deleteRole, updateRole, type RoleBody } from './write.ts';

/**
 * Values that are missing stay as they are, and a new role without `permissions` has none.
 *
 * @throws ApiError 400 naming every invalid value; 403 for permissions that need a right which the caller lacks
 */
const readRole = async (operation: 'createRole' | 'updateRole', body: unknown, service: Service, caller: Caller) => {
  if (!isObject(body) || Object.keys(body).length === 0) throw invalid('Request body cannot be empty');
  const { name, description, type, permissions: tree } = checkBody(roleContract, operation, body);
  const locales = await service.locales.known();
  const permissions = tree === undefined ? undefined : readPermissions(tree, { ...service, locales });
  requireAdministration(caller, permissions?.map(({ action }) => action) ?? []);
  const sent = Object.entries({ name, description, type, permissions }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as RoleBody; // of the same names
};

export const roleHandlers: Handlers<typeof roleContract, Service, Caller> = {
  findRoles: async (_, service) => {
    const [roles, users] = await Promise.all([findAllRoles(service), countUsersByRole(service)]);
    const answers = roles.map(async (role) => ({
      ...(await readRoleAnswer(service, role)),
      nb_users: users.get(role.documentId) ?? 0,
    }));
    return { roles: await Promise.all(answers) };
  },
  createRole: async ({ body }, service, caller) => {
    await createRole(service, await readRole('createRole', body, service, caller));
    return { ok: true };
  },
  findRole: async ({ params: { id } }, service) => {
    const role = await findRoleById(service, id);
    const permissions = permissionTreeOf(service, storedPermissions(role));
    return { role: { ...(await readRoleAnswer(service, role)), permissions } };
  },
  updateRole: async ({ params: { id }, body }, service, caller) => {
    const change = await readRole('updateRole', body, service, caller);
    const role = await findRoleById(service, id);
    requireRightsOfRole(caller, role);
    await updateRole(service, role, change);
    return { ok: true };
  },
  deleteRole: async ({ params: { id } }, service, caller) => {
    const role = await findRoleById(service, id);
    requireRightsOfRole(caller, role);
    await deleteRole(service, role);
    return { ok: true };
  },
  findPermissions: (_, service) => Promise.resolve({ permissions: permissionTreeOf(service, []) }),
};
