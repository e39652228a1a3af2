// POST /api/users makes a user.
import { followed } from '../lib/documents/index.ts';
import { guardedNew } from '../lib/guard/index.ts';
import { endpoint, type Operation } from '../lib/http/index.ts';
import { once } from '../lib/once/index.ts';
import { readWritten } from '../lib/read/index.ts';
import {
  admitted,
  bare,
  creatingUser,
  sayingTaken,
  takenBy,
  userQuery,
  userTarget,
  withRole,
} from '../lib/users/index.ts';

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
