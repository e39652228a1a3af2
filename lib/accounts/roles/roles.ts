// Finds the roles.
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { roleOfType } from './basicRoles.ts';

export const roleNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Role not found');

const rolesIn = async ({ database, schema }: Service) =>
  (await database.get()).collection<StoredDocument>(typeOf(schema, builtInUids.role).collectionName);

/** Returns all roles, oldest first. The two basic roles always exist. */
export const findAllRoles = async (service: Service): Promise<readonly StoredDocument[]> => {
  await Promise.all([roleOfType(service, 'authenticated'), roleOfType(service, 'public')]);
  return (await rolesIn(service)).find(livingFilter, { sort: { 'published.id': 1 } }).toArray();
};

/** @throws ApiError 404 if no role has this id */
export const findRoleById = async (service: Service, id: string | undefined): Promise<StoredDocument> => {
  const found = (await findAllRoles(service)).find(({ published }) => String(published?.id) === id);
  if (found === undefined) throw roleNotFound();
  return found;
};

/** How many users have each role, by the documentId of the role. */
export const countUsersByRole = async ({ database, schema }: Service): Promise<ReadonlyMap<string, number>> => {
  const { collectionName } = typeOf(schema, builtInUids.user);
  const counts = await (
    await database.get()
  )
    .collection(collectionName)
    .aggregate<{ readonly _id: string; readonly count: number }>([
      { $match: { ...livingFilter, 'published.role.to': { $exists: true } } },
      { $group: { _id: '$published.role.to', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
};
