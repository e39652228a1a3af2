// PUT /api/users/:id changes a user.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { alone } from '../lib/write/documents/index.ts';
import { guarded } from '../lib/write/permissions/index.ts';
import { endpoint, ifMatch, type Operation } from '../lib/api/http/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';
import {
  admitted,
  bare,
  documentIdOf,
  sayingTaken,
  setsPassword,
  takenBy,
  updatingUser,
  userQuery,
  userTarget,
  withRole,
} from '../lib/accounts/users/index.ts';

export const updateUser: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'update');
  const { user } = asking.caller;
  const body = await request.readBody();
  // As slow as logging in, and as limited; who administers users by a token is not.
  if (user !== undefined && setsPassword(body)) {
    await checkAddress(service, request, 'login');
    await checkIdentifier(service, 'login', user);
  }
  const documentId = await documentIdOf(service, request.params.id ?? '');
  const write = await updatingUser(service, asking, documentId, body, ifMatch(request, null));
  const asked = { service, ...asking, ...userTarget(service.schema) };
  const document = await sayingTaken(() => alone(service, guarded(asked, 'update', documentId, write)), takenBy);
  service.access.sessions.forget();
  const query = userQuery(service, asking, withRole, 'update');
  return bare(await readWritten(service, query, document, request.timings));
};

export const handler = endpoint(updateUser);
