// GET /api/users-permissions/permissions lists every permission that a role can be given.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { treeOf } from '../lib/accounts/roles/index.ts';

export const findPermissions: Operation = async (request, service) => {
  await permitted(request, service, ['getPermissions'], 'plugin::users-permissions.permissions');
  return plain({ permissions: treeOf(service.schema, []) });
};

export const handler = endpoint(findPermissions);
