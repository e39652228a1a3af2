// Finds the roles, creates the built-in ones when they are first needed, and answers with them.
import type { AnswerOf } from '../../contracts/index.ts';
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { usersIn } from '../users/index.ts';
import type { roleContract } from './contract.ts';
import { builtInRoles, type BuiltInRole } from './builtInRoles.ts';
import { builtInTarget, createDocument } from '../../write/documents/index.ts';
import { administrator } from '../../platform/access/index.ts';
import { Timings } from '../../platform/timings.ts';
import { readQuery } from '../../read/query/index.ts';
import { readWritten } from '../../read/execute/index.ts';

const collectionOf = async ({ database, schema }: Service) =>
  (await database.get()).collection<StoredDocument>(typeOf(schema, builtInUids.role).collectionName);

const findBuiltInRole = async (service: Service, type: BuiltInRole): Promise<StoredDocument | undefined> =>
  (await (await collectionOf(service)).findOne({ 'published.type': type, ...livingFilter })) ?? undefined;

/**
 * @returns the role. It is created if it does not exist; if two requests create it at once, one finds the role of the
 *   other
 */
export const roleOfType = async (service: Service, type: BuiltInRole): Promise<StoredDocument> => {
  const existing = await findBuiltInRole(service, type);
  if (existing !== undefined) return existing;
  const target = { ...builtInTarget(service.schema, builtInUids.role), hooks: undefined };
  try {
    return await createDocument(service, target, { ...builtInRoles[type], type });
  } catch (error) {
    const created = error instanceof ApiError ? await findBuiltInRole(service, type) : undefined;
    if (created === undefined) throw error;
    return created;
  } finally {
    service.access.roles.clearCache();
  }
};

export const roleNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Role not found');

/** Returns all roles, oldest first. The built-in roles always exist. */
export const findAllRoles = async (service: Service): Promise<readonly StoredDocument[]> => {
  const roles = await collectionOf(service);
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
export const findRoleById = async (service: Service, id: number): Promise<StoredDocument> => {
  const found = (await findAllRoles(service)).find(({ published }) => published?.id === id);
  if (found === undefined) throw roleNotFound();
  return found;
};

/** @returns the role of this type, built in or not; undefined if there is none */
export const findRoleOfType = async (service: Service, type: string): Promise<StoredDocument | undefined> =>
  (await findAllRoles(service)).find(({ published }) => published?.type === type);

/** How many users have each role, by the documentId of the role. */
export const countUsersByRole = async ({ database, schema }: Service): Promise<ReadonlyMap<string, number>> => {
  const counts = await usersIn(await database.get(), schema)
    .aggregate<{ readonly _id: string; readonly count: number }>([
      { $match: { ...livingFilter, 'published.role.to': { $exists: true } } },
      { $group: { _id: '$published.role.to', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
};

type RoleAnswer = AnswerOf<typeof roleContract.operations.findRoles>['roles'][number];

/** The values of a role, the same for every caller who may find roles. */
export const readRoleAnswer = async (service: Service, role: StoredDocument): Promise<RoleAnswer> => {
  const locales = await service.locales.known();
  const query = readQuery('', typeOf(service.schema, builtInUids.role), administrator, { ...service, locales });
  const { data } = await readWritten(service, query, role, new Timings());
  return data as RoleAnswer; // the attributes of the type of roles
};
