// Finds roles and permissions by the names that people type on the command line.
import {
  unknownPermissionMessage,
  findPermission,
  type Permission,
  type PermissionSource,
} from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { parseCondition, type ReadContext } from '../../read/query/index.ts';
import { didYouMean } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { limitFaults, permissionOf } from './permissions.ts';
import { findAllRoles } from './storedRoles.ts';

/** @throws Error listing the roles if there is no such role */
export const findRoleByName = async (service: Service, name: string): Promise<StoredDocument> => {
  const roles = await findAllRoles(service);
  const found =
    roles.find(({ published }) => published?.type === name) ?? roles.find(({ published }) => published?.name === name);
  if (found !== undefined) return found;
  const types = roles.map(({ published }) => String(published?.type));
  throw new Error(
    `there is no role "${name}"${didYouMean(name, types)}; there is ${types.join(', ')} — \`lectern role create\` makes another`,
  );
};

/**
 * @param names full (`api::article.article.find`), or short (`article.find`)
 * @throws Error naming every unknown name with the most similar known one
 */
export const resolvePermissionNames = (source: PermissionSource, names: readonly string[]): readonly string[] => {
  const unknown = names.filter((name) => findPermission(source, name) === undefined);
  if (unknown.length > 0) throw new Error(unknown.map((name) => unknownPermissionMessage(source, name)).join('\n'));
  return names.flatMap((name) => findPermission(source, name) ?? []);
};

/** What the permission covers: only own documents, or those that match; and into which stages it moves documents. */
export interface PermissionLimits {
  readonly own: boolean;
  /** Filters as in a query: `filters[category][slug][$eq]=news`. */
  readonly where: string | undefined;
  readonly stages?: readonly string[] | undefined;
}

/** @throws Error for limits that do not fit the permission; ApiError 400 for a text that is no filter */
export const permissionWithCondition = (
  name: string,
  { own, where, stages }: PermissionLimits,
  context: ReadContext,
): Permission => {
  const limits = {
    own,
    ...(where === undefined ? {} : { filters: parseCondition(where) }),
    ...(stages === undefined ? {} : { stages }),
  };
  const [fault] = limitFaults(name, limits, context);
  if (fault !== undefined) throw new Error(fault.message);
  return permissionOf(name, limits);
};
