// POST /api/users-permissions/roles makes a role; the body is plain: {name, description, permissions}.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { createRole, readRole } from '../lib/accounts/roles/index.ts';
import { builtInUids } from '../lib/schema/index.ts';

export const makeRole: Operation = async (request, service) => {
  await permitted(request, service, ['createRole'], builtInUids.role);
  const locales = await service.locales.known();
  await createRole(service, readRole(await request.readBody(), { ...service, locales }));
  return plain({ ok: true });
};

export const handler = endpoint(makeRole);
