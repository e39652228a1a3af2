// Reads the body of a role: plain, without the envelope of documents.
import type { Permission } from '../../platform/access/index.ts';
import { invalid, invalidKey, refuseFaults, type InvalidValue } from '../../errors.ts';
import { isName, nameRule } from '../../contracts/index.ts';
import { isObject, type JsonObject } from '../../schema/index.ts';
import { readPermissions, type PermissionContext } from './permissions.ts';

export interface RoleBody {
  readonly name?: string;
  readonly description?: string | null;
  readonly type?: string;
  readonly permissions?: readonly Permission[];
}

/** Keys of answers that a body may repeat. They have no effect. */
const ignoredKeys = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'nb_users'];
const keys = ['name', 'description', 'type', 'permissions'];

const bodyOf = (body: unknown): JsonObject => {
  if (!isObject(body) || Object.keys(body).length === 0) throw invalid('Request body cannot be empty');
  const unknown = Object.keys(body).find((key) => !keys.includes(key) && !ignoredKeys.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, '', 'body');
  return body;
};

const textFaults = (body: JsonObject): readonly InvalidValue[] =>
  ['name', 'description', 'type'].flatMap((name) => {
    const value = body[name];
    const fits = value === undefined || typeof value === 'string' || (name === 'description' && value === null);
    if (!fits) return [{ path: [name], message: `${name} must be a text`, value }];
    return name === 'description' || typeof value !== 'string' || isName(value)
      ? []
      : [{ path: [name], message: `${name} must be ${nameRule}`, value }];
  });

/**
 * @returns the values in the body; missing values stay as they are, and a new role without `permissions` has none
 * @throws ApiError 400 naming every invalid value
 */
export const readRole = (requestBody: unknown, context: PermissionContext): RoleBody => {
  const body = bodyOf(requestBody);
  const faults = textFaults(body);
  refuseFaults(faults);
  const { name, description, type, permissions } = body as RoleBody & { readonly permissions?: unknown }; // checked
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(permissions === undefined ? {} : { permissions: readPermissions(permissions, context) }),
  };
};
