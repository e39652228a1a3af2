// PUT /api/users-permissions/roles/:id changes what it names; permissions are replaced as a whole.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { readRole, roleWithId, updateRole } from '../lib/accounts/roles/index.ts';
import { builtInUids } from '../lib/schema/index.ts';

export const changeRole: Operation = async (request, service) => {
  await permitted(request, service, ['updateRole'], builtInUids.role);
  const locales = await service.locales.known();
  const body = readRole(await request.readBody(), { ...service, locales });
  await updateRole(service, await roleWithId(service, request.params.id), body);
  return plain({ ok: true });
};

export const handler = endpoint(changeRole);
