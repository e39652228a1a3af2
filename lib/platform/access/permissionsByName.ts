// Finds the permissions of a caller in the stored list of a role or token. Content functions need this, and not the names of all permissions.
import { keepsHistory, type ContentType, type Schema } from '../../schema/index.ts';
import type { Action, Condition, Permissions } from './caller.ts';

/** The actions on the documents of a type. */
export const typeActions = (type: Pick<ContentType, 'kind' | 'uid' | 'history' | 'review'>): readonly Action[] => [
  ...(type.kind === 'singleType'
    ? (['find', 'update', 'delete', 'publish'] as const)
    : (['find', 'findOne', 'create', 'update', 'delete', 'publish'] as const)),
  ...(keepsHistory(type) ? (['versions'] as const) : []),
  ...(type.review === undefined ? [] : (['review'] as const)),
];

/** Stands for every content type, also those that the site gets later: `api::*.*.find`. */
export const everyType = 'api::*.*';

/** Whether the permission is on every content type. */
export const isOfEveryType = (name: string): boolean => name.startsWith(everyType);

/** One permission in the stored list of a role. */
export interface Permission extends Condition {
  readonly action: string;
}

/** @returns the permissions; each on every content type becomes one for each type that has the action, at the end of the list */
export const expandPermissions = ({ served }: Schema, permissions: readonly Permission[]): readonly Permission[] => {
  const ofTypes = permissions.flatMap((permission) => {
    const [prefix, action = ''] = permission.action.split(everyType);
    if (prefix !== '') return [];
    return [...served.values()]
      .filter((type) => typeActions(type).some((one) => `.${one}` === action))
      .map(({ uid }) => ({ ...permission, action: uid + action }));
  });
  return [...permissions.filter(({ action }) => !isOfEveryType(action)), ...ofTypes];
};

/**
 * The permissions by name. If a name is in the list twice, the first entry counts, so a permission on one type takes
 * precedence over one on every type.
 */
export const permissionsByName = (schema: Schema, permissions: readonly Permission[]): Permissions =>
  new Map(
    expandPermissions(schema, permissions)
      .toReversed()
      .map(({ action, ...condition }) => [action, condition]),
  );
