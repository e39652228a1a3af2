// Finds the built-in roles, and creates them when they are first needed.
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import { builtInTarget, createDocument } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInRoles, type BuiltInRole } from './builtInRoles.ts';

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
