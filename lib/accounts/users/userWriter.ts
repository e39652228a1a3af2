// How project code creates, changes and deletes users, with the rules of the routes of users.
import { andThen, type PreparedWrite } from '../../write/documents/index.ts';
import type { BuiltInWriteContext, BuiltInWriter } from '../../write/operations/index.ts';
import { guardCreate, guardWrite } from '../../write/permissions/index.ts';
import { findByDocumentId, userTarget, takenMessage, withTakenError } from './accounts.ts';
import { guardAdministratorDelete } from './guardAdministration.ts';
import { readUserData } from './userData.ts';
import { prepareCreateUser, prepareUpdateUser } from './write.ts';

const scopeOf = (context: BuiltInWriteContext) => ({
  ...context,
  ...userTarget(context.service.schema),
  hooksFor: context.writes.hooksFor,
});

/** The same write, with Strapi's error for a username or email of another user. */
const refusingTaken = <T>(write: PreparedWrite<T>): PreparedWrite<T> => ({
  ...write,
  attempt: (unit) => withTakenError(() => write.attempt(unit), takenMessage),
});

/** The same write; the sessions of the user then have the new rights at once. */
const clearingSessions = <T>({ service }: BuiltInWriteContext, write: PreparedWrite<T>): PreparedWrite<T> =>
  andThen(write, async (result, unit) => {
    await unit.afterCommit(() => {
      service.access.sessions.clearCache();
      return Promise.resolve();
    });
    return result;
  });

export const userWriter: BuiltInWriter = {
  create: async (context, data) => {
    const body = await readUserData(context.service, data, 'local');
    return refusingTaken(
      guardCreate(scopeOf(context), await prepareCreateUser(context.service, scopeOf(context), body)),
    );
  },
  update: async (context, documentId, data) => {
    const { service } = context;
    const provider = (await findByDocumentId(service, documentId))?.published?.provider;
    const body = await readUserData(service, data, provider);
    const write = await prepareUpdateUser(service, scopeOf(context), documentId, body, undefined);
    return clearingSessions(context, refusingTaken(guardWrite(scopeOf(context), 'update', documentId, write)));
  },
  delete: async (context, documentId) => {
    const { service, caller, writes } = context;
    const before = await findByDocumentId(service, documentId);
    const write = writes.prepareCallerDelete(scopeOf(context), documentId, { action: 'destroy' });
    const guarded = before === undefined ? write : guardAdministratorDelete(service, caller, before, write);
    return clearingSessions(context, guarded);
  },
};
