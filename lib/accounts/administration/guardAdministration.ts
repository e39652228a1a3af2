// Keeps permissions of administration with those who have them: nobody else can give or take them, or change a user who
// has them.
import type { Action, Caller } from '../../platform/access/index.ts';
import { insertAuditRow } from '../../platform/audit/index.ts';
import { collections, livingFilter, standaloneOperations, type StoredDocument } from '../../platform/db/index.ts';
import { andAlso, andThen, type PreparedWrite } from '../../write/documents/index.ts';
import { checkWritable } from '../../write/permissions/index.ts';
import { documentNotFound } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { findRole, requireAdministration } from '../roles/index.ts';
import {
  auditedUser,
  documentIdOf,
  findByDocumentId,
  usersIn,
  userTarget,
  type UserRequestContext,
} from '../users/index.ts';
import { deleteAccess } from './deleteAccess.ts';

/** @throws ApiError 403 if the role of the user has a permission of administration that the caller does not have */
const requireRightsOf = async (
  service: Service,
  caller: Caller,
  user: Pick<StoredDocument, 'published'>,
): Promise<void> => {
  requireAdministration(caller, (await findRole(service, user))?.permissions.keys() ?? []);
};

/**
 * Finds a user for an administrator who changes how they log in.
 *
 * @param action the permission that the caller needs for the user
 * @param id the integer id of the user, or its documentId
 * @throws ApiError 404 also for a user whom the caller may not see; 403 for a user with permissions of administration that the
 *   caller does not have
 */
export const findAdministeredUser = async (
  service: Service,
  { caller, locales }: UserRequestContext,
  action: Action,
  id: string,
): Promise<StoredDocument> => {
  const documentId = await documentIdOf(service, id);
  const user = await findByDocumentId(service, documentId);
  const context = { service, caller, locales, ...userTarget(service.schema) };
  await checkWritable(context, action, documentId, await standaloneOperations(service.database));
  if (user === undefined) throw documentNotFound();
  await requireRightsOf(service, caller, user);
  return user;
};

/**
 * The same write of a user; it fails if the user has a permission of administration that the caller does not have, before or
 * after the write.
 *
 * @param before the user before the write; undefined for a new one
 * @throws (the attempt) ApiError 403
 */
export const guardAdministration = <Prepared extends PreparedWrite<StoredDocument>>(
  service: Service,
  caller: Caller,
  before: StoredDocument | undefined,
  write: Prepared,
): Prepared =>
  caller.allowed === 'everything'
    ? write
    : {
        ...write,
        attempt: (unit) =>
          unit.inTransaction(async (transaction) => {
            if (before !== undefined) await requireRightsOf(service, caller, before);
            const written = await write.attempt(transaction);
            await requireRightsOf(service, caller, written);
            return written;
          }),
      };

/** The same write of a user; their sessions then have the new rights at once. */
export const clearingSessionCache = <T>(
  { access }: Pick<Service, 'access'>,
  write: PreparedWrite<T>,
): PreparedWrite<T> =>
  andThen(write, async (result, unit) => {
    await unit.afterCommit(() => {
      access.sessions.clearCache();
      return Promise.resolve();
    });
    return result;
  });

/**
 * The same deletion of a user; it fails if the user has a permission of administration that the caller does not have. What
 * lets the user in, lists that only the user sees, and what SCIM keeps of the user are deleted too.
 *
 * @throws (the attempt) ApiError 403
 */
export const guardUserDelete = (
  service: Service,
  caller: Caller,
  before: StoredDocument,
  write: PreparedWrite<void>,
): PreparedWrite<void> =>
  clearingSessionCache(
    service,
    andAlso(write, async (_, { db, options }) => {
      const filter = { documentId: before.documentId, ...livingFilter };
      // A user that does not exist for the caller is still there, and the answer must not tell.
      const isDeleted = (await usersIn(db, service.schema).findOne(filter, options)) === null;
      if (!isDeleted) return;
      await requireRightsOf(service, caller, before);
      await db.collection(collections.listViews).deleteMany({ user: before.documentId, roles: [] }, options);
      await db.collection<{ _id: string }>(collections.scimUsers).deleteOne({ _id: before.documentId }, options);
      const groups = db.collection<{ members: readonly string[] }>(collections.scimGroups);
      await groups.updateMany({ members: before.documentId }, { $pull: { members: before.documentId } }, options);
      // Also in the name of the release, as nobody reads the name of a deleted user elsewhere.
      const name = {
        $replaceOne: { input: '$name', find: { $concat: [' · ', '$agent.by', ' · '] }, replacement: ' · ' },
      };
      const byUser = { 'agent.owner': before.documentId, 'agent.by': { $type: 'string' } };
      await db.collection(collections.releases).updateMany(byUser, [{ $set: { name, 'agent.by': null } }], options);
      await deleteAccess(service, { db, options }, before.documentId);
      await insertAuditRow(service, { db, options }, { action: 'user.delete', target: auditedUser(before) });
    }),
  );
