// Users, below /api/users: the management of users, and `me`.
import { checkAddress, checkIdentifier } from '../lib/api/rateLimit.ts';
import { runWrite, andThen } from '../lib/write/documents/index.ts';
import { invalid, unauthorized } from '../lib/errors.ts';
import { plainBody } from '../lib/contracts/index.ts';
import { prepareCallerDelete } from '../lib/write/operations/index.ts';
import { guardCreate, guardWrite } from '../lib/write/permissions/index.ts';
import {
  dispatch,
  endpoint,
  readIfMatch,
  noContent,
  plainAnswer,
  type CheckedOperation,
  type Request,
} from '../lib/api/http/index.ts';
import { contractRoutes } from '../lib/api/http/routes/index.ts';
import { writeOnce } from '../lib/api/idempotency/index.ts';
import type { Query } from '../lib/read/query/index.ts';
import { readList, readDocument, readWritten } from '../lib/read/execute/index.ts';
import { userListQuery, withStepUp } from '../lib/accounts/factors/index.ts';
import {
  admitUserRequest,
  userAnswer,
  documentIdOf,
  withTakenError,
  takenMessage,
  userQuery,
  userTarget,
  findByDocumentId,
  populateRole,
  type UserRequestContext,
} from '../lib/accounts/users/index.ts';
import { userContract } from '../lib/accounts/users/contract.ts';
import { createPasswordLink, mailPasswordLink } from '../lib/accounts/passwords/index.ts';
import {
  prepareCreateUser,
  guardUserDelete,
  findAdministeredUser,
  setsPassword,
  prepareUpdateUser,
} from '../lib/accounts/administration/index.ts';

type UserOperation = CheckedOperation<UserRequestContext>;

const countUsers: UserOperation = async (request, service, admission) => {
  const query = await userListQuery(service, admission, request.query, 'count');
  const counting: Query = {
    ...query,
    select: { fields: [], populate: [] },
    page: { mode: 'offset', start: 0, limit: 1, withCount: true },
  };
  const { pagination } = await readList(service, counting, request.timings);
  return plainAnswer(pagination.total);
};

const createUser: UserOperation = async (request, service, admission) => {
  const context = { service, ...admission, ...userTarget(service.schema) };
  const query = userQuery(service, admission, populateRole, 'create');
  const body = await request.readBody();
  const prepare = async () =>
    andThen(guardCreate(context, await prepareCreateUser(service, admission, body)), async (document, transaction) =>
      userAnswer(await readWritten(service, query, document, request.timings, transaction), 201),
    );
  return withTakenError(() => writeOnce(request, service, admission.caller, prepare), takenMessage);
};

const updateUser: UserOperation = async (request, service, admission) => {
  const { user } = admission.caller;
  const body = await request.readBody();
  // Hashing a password is as slow as a login, so it has the rate limit of logins. Requests with an API token are not
  // limited.
  if (user !== undefined && setsPassword(body)) {
    await checkAddress(service, request, 'login');
    await checkIdentifier(service, 'login', user);
  }
  const documentId = await documentIdOf(service, request.params.id ?? '');
  const write = await prepareUpdateUser(service, admission, documentId, body, readIfMatch(request, null));
  const context = { service, ...admission, ...userTarget(service.schema) };
  const document = await withTakenError(
    () => runWrite(service, guardWrite(context, 'update', documentId, write)),
    takenMessage,
  );
  const query = userQuery(service, admission, populateRole, 'update');
  return userAnswer(await readWritten(service, query, document, request.timings));
};

/** The origin of the editor that sends the request: only it is at the address of the site for certain. */
const editorOrigin = ({ headers }: Request): string | undefined =>
  headers['sec-fetch-site'] === 'same-origin' ? headers.origin : undefined;

const passwordLink: UserOperation = async (request, service, admission) => {
  const { mail = false } = plainBody((await request.readBody()) ?? {}, ['mail']);
  if (typeof mail !== 'boolean') throw invalid('mail must be true or false', { path: 'mail' });
  const user = await findAdministeredUser(service, admission, 'createPasswordLink', request.params.id ?? '');
  const link = await createPasswordLink(service, user, admission.caller, editorOrigin(request));
  const mailed = mail ? { mailed: await mailPasswordLink(service, request, user, link) } : {};
  return plainAnswer({ data: { ...link, ...mailed } });
};

/** Returns the deleted user, or 204 without a body if there was none. */
const deleteUser: UserOperation = async (request, service, admission) => {
  const documentId = await documentIdOf(service, request.params.id ?? '');
  const before = await findByDocumentId(service, documentId);
  const context = { service, ...admission, ...userTarget(service.schema) };
  const write = prepareCallerDelete(context, documentId, { expected: readIfMatch(request, null), action: 'destroy' });
  const guarded = before === undefined ? write : guardUserDelete(service, admission.caller, before, write);
  await runWrite(service, guarded);
  if (before === undefined || (await findByDocumentId(service, documentId)) !== undefined) return noContent;
  const query = userQuery(service, admission, '', 'destroy');
  return plainAnswer((await readWritten(service, query, before, request.timings)).data);
};

const operation = dispatch(
  contractRoutes(userContract),
  withStepUp(admitUserRequest, ({ caller }) => caller),
  {
    findUsers: async (request, service, admission) => {
      const query = await userListQuery(service, admission, request.query, 'find');
      return plainAnswer((await readList(service, query, request.timings)).data);
    },
    createUser,
    countUsers,
    me: async (request, service, admission) => {
      const { user } = admission.caller;
      if (user === undefined) throw unauthorized('Unauthorized');
      return userAnswer(
        await readDocument(service, userQuery(service, admission, request.query, 'me'), user, request.timings),
      );
    },
    findUser: async (request, service, admission) => {
      const query = userQuery(service, admission, request.query, 'findOne');
      const documentId = await documentIdOf(service, request.params.id ?? '');
      return userAnswer(await readDocument(service, query, documentId, request.timings));
    },
    updateUser,
    createPasswordLink: passwordLink,
    deleteUser,
  },
);

export const handler = endpoint(operation);
