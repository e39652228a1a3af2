// Finds the roles.
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInRoles, type BuiltInRole } from './builtInRoles.ts';
import { roleOfType } from './roleOfType.ts';

export const roleNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Role not found');

const rolesIn = async ({ database, schema }: Service) =>
  (await database.get()).collection<StoredDocument>(typeOf(schema, builtInUids.role).collectionName);

/** Returns all roles, oldest first. The built-in roles always exist. */
export const findAllRoles = async (service: Service): Promise<readonly StoredDocument[]> => {
  const roles = await rolesIn(service);
  const find = () => roles.find(livingFilter, { sort: { 'published.id': 1 } }).toArray();
  const found = await find();
  const missing = (Object.keys(builtInRoles) as BuiltInRole[]) // its only keys
    .filter((type) => !found.some(({ published }) => published?.type === type));
  if (missing.length === 0) return found;
  // One after the other, so that their ids are in the same order on every site.
  for (const type of missing) await roleOfType(service, type);
  return find();
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
