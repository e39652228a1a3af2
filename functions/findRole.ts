// GET /api/users-permissions/roles/:id reads one role, and which permissions of all it has.
import { permissionsOf } from '../lib/platform/access/index.ts';
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { roleWithId, toldOfRole, treeOf } from '../lib/accounts/roles/index.ts';
import { builtInUids } from '../lib/schema/index.ts';

export const findRole: Operation = async (request, service) => {
  await permitted(request, service, ['findOne'], builtInUids.role);
  const role = await roleWithId(service, request.params.id);
  const permissions = treeOf(service.schema, permissionsOf(role));
  return plain({ role: { ...(await toldOfRole(service, role, request)), permissions } });
};

export const handler = endpoint(findRole);
