// DELETE /api/users/:id deletes a user, and answers who it was; who is not there is gone already.
import { alone, deleting, deletingNothing } from '../lib/write/documents/index.ts';
import { guarded } from '../lib/write/permissions/index.ts';
import { endpoint, ifMatch, noContent, plain, type Operation } from '../lib/api/http/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';
import { admitted, documentIdOf, userQuery, userTarget, withDocumentId } from '../lib/accounts/users/index.ts';

export const deleteUser: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'destroy');
  const documentId = await documentIdOf(service, request.params.id ?? '');
  const there = await withDocumentId(service, documentId);
  const target = { ...userTarget(service.schema), expected: ifMatch(request, null) };
  const write = deleting(service, target, documentId);
  const asked = { service, ...asking, ...target };
  await alone(service, guarded(asked, 'destroy', documentId, write, deletingNothing(target)));
  service.access.sessions.forget();
  if (there === undefined || (await withDocumentId(service, documentId)) !== undefined) return noContent;
  const query = userQuery(service, asking, '', 'destroy');
  return plain((await readWritten(service, query, there, request.timings)).data);
};

export const handler = endpoint(deleteUser);
