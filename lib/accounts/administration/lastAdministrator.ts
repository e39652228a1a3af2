// Refuses writes that would leave the site without an administrator.
import { storedPermissions } from '../../platform/access/index.ts';
import { collections, livingFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids } from '../../schema/index.ts';
import { findAllRoles, roleIdOf } from '../roles/index.ts';
import { usersIn } from '../users/index.ts';

/** The documentIds of the roles that may give every right. */
const administratorRoles = async (service: Service): Promise<readonly string[]> =>
  (await findAllRoles(service))
    .filter((role) => storedPermissions(role).some(({ action }) => action === `${builtInUids.role}.updateRole`))
    .map(({ documentId }) => documentId);

const isActive = (user: StoredDocument | undefined, roles: readonly string[]): boolean =>
  user?.published !== undefined && user.published.blocked !== true && roles.includes(roleIdOf(user) ?? '');

/** The row that each change of administrators writes, so that two at once do not both leave the last one to the other. */
const lock = { _id: 'administrators' };

/** Makes sure that the row is there, because two transactions must not insert it. One that is there is not written, because writes wait. */
export const prepareAdministratorLock = async (service: Service): Promise<void> => {
  const rows = (await service.database.get()).collection<{ _id: string }>(collections.leases);
  await rows.updateOne(lock, { $setOnInsert: { changes: 0 } }, { upsert: true });
};

/**
 * Runs in the transaction of a write, after it; needs `prepareAdministratorLock`.
 *
 * @param before the user before the write
 * @param after undefined: the write deletes the user
 * @param otherwise makes the error
 * @throws that error if the write takes the last active administrator from the site
 */
export const keepAdministrator = async (
  service: Service,
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  before: StoredDocument,
  after: StoredDocument | undefined,
  otherwise: () => Error,
): Promise<void> => {
  const roles = await administratorRoles(service);
  if (!isActive(before, roles) || isActive(after, roles)) return;
  await db.collection<{ _id: string }>(collections.leases).updateOne(lock, { $inc: { changes: 1 } }, options);
  const filter = { ...livingFilter, 'published.role.to': { $in: roles }, 'published.blocked': { $ne: true } };
  if ((await usersIn(db, service.schema).countDocuments(filter, { ...options, limit: 1 })) === 0) throw otherwise();
};
