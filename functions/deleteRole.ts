// DELETE /api/users-permissions/roles/:id deletes a role; its users get that of the public.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { deleteRole, roleWithId } from '../lib/accounts/roles/index.ts';
import { builtInUids } from '../lib/schema/index.ts';

export const removeRole: Operation = async (request, service) => {
  await permitted(request, service, ['deleteRole'], builtInUids.role);
  await deleteRole(service, await roleWithId(service, request.params.id));
  return plain({ ok: true });
};

export const handler = endpoint(removeRole);
