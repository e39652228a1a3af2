// Reads and changes the permissions of a role, which the API holds as a tree.
import { editorPermissionNames, workingPermissionNames } from '../../../../lib/platform/editorPermissions.ts';
import type { RoleAction, RolePermissions } from '../../api/roles.ts';

/** One row of the matrix: a content type, or another part of the API. */
export interface PermissionRow {
  /** `api::article.article` */
  readonly uid: string;
  readonly actions: Readonly<Record<string, RoleAction>>;
}

/** The rows of the tree in its order. */
export const rowsOf = (permissions: RolePermissions): readonly PermissionRow[] =>
  Object.entries(permissions).flatMap(([group, { controllers }]) =>
    Object.entries(controllers).map(([controller, actions]) => ({ uid: `${group}.${controller}`, actions })),
  );

/** The tree with other values for some actions of one row. @param uid of a row of `rowsOf` */
export const withActions = (
  permissions: RolePermissions,
  uid: string,
  changes: Readonly<Record<string, RoleAction>>,
): RolePermissions =>
  Object.fromEntries(
    Object.entries(permissions).map(([group, { controllers }]) => [
      group,
      {
        controllers: Object.fromEntries(
          Object.entries(controllers).map(([controller, actions]) => [
            controller,
            `${group}.${controller}` === uid ? { ...actions, ...changes } : actions,
          ]),
        ),
      },
    ]),
  );

/** Whether the action applies to some documents only, or to some stages. */
export const hasCondition = ({ own, filters, stages }: RoleAction): boolean =>
  own === true || filters !== undefined || stages !== undefined;

/** Switches an action on or off; an action that is off has no condition. */
export const toggled = (action: RoleAction, enabled: boolean): RoleAction =>
  enabled ? { ...action, enabled } : { enabled };

/** Whether a permission that is not on content can be limited to what the user made: changing and deleting files. */
export const mayBeOwn = (uid: string, action: string): boolean =>
  uid === 'plugin::upload.content-api' && (action === 'upload' || action === 'destroy');

/** @param name of a permission: its uid, and after the last dot its action */
const findAction = (permissions: RolePermissions, name: string) => {
  const dot = name.lastIndexOf('.');
  const [uid, action] = [name.slice(0, dot), name.slice(dot + 1)];
  return { uid, action, found: rowsOf(permissions).find((row) => row.uid === uid)?.actions[action] };
};

/** Whether people with these permissions can work in the editor. */
export const opensEditor = (permissions: RolePermissions): boolean =>
  editorPermissionNames.every((name) => findAction(permissions, name).found?.enabled === true);

/** @returns the permissions with all that the editor needs, or without what opens it */
export const withEditor = (permissions: RolePermissions, isOpen: boolean): RolePermissions =>
  (isOpen ? workingPermissionNames : editorPermissionNames).reduce((tree, name) => {
    const { uid, action, found } = findAction(tree, name);
    return found === undefined ? tree : withActions(tree, uid, { [action]: toggled(found, isOpen) });
  }, permissions);
