// GET /api/users-permissions/roles lists the roles, each with how many users have it.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { allRoles, toldOfRole, usersOfRoles } from '../lib/accounts/roles/index.ts';
import { builtInUids } from '../lib/schema/index.ts';

export const findRoles: Operation = async (request, service) => {
  await permitted(request, service, ['find'], builtInUids.role);
  const [roles, users] = await Promise.all([allRoles(service), usersOfRoles(service)]);
  const told = roles.map(async (role) => ({
    ...(await toldOfRole(service, role, request)),
    nb_users: users.get(role.documentId) ?? 0,
  }));
  return plain({ roles: await Promise.all(told) });
};

export const handler = endpoint(findRoles);
