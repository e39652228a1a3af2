// POST /api/users makes a user.
import { followed } from '../lib/write/documents/index.ts';
import { guardedNew } from '../lib/write/permissions/index.ts';
import { endpoint, type Operation } from '../lib/api/http/index.ts';
import { once } from '../lib/api/idempotency/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';
import {
  admitted,
  bare,
  creatingUser,
  sayingTaken,
  takenBy,
  userQuery,
  userTarget,
  withRole,
} from '../lib/accounts/users/index.ts';

export const createUser: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'create');
  const asked = { service, ...asking, ...userTarget(service.schema) };
  const query = userQuery(service, asking, withRole, 'create');
  const body = await request.readBody();
  const ready = async () =>
    followed(guardedNew(asked, await creatingUser(service, asking, body)), async (document, unit) =>
      bare(await readWritten(service, query, document, request.timings, unit), 201),
    );
  return sayingTaken(() => once(request, service, asking.caller, ready), takenBy);
};

export const handler = endpoint(createUser);
