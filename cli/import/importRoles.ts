// Reads the permissions of roles from an archive, and removes the roles that those of the archive replace.
import type { Db } from 'mongodb';
import { findPermission, type Permission } from '../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { builtInUids, typeOf, type Schema } from '../../lib/schema/index.ts';
import type { TypesByArchiveUid } from './archiveTypes.ts';
import type { ImportContext } from './importContext.ts';
import type { Rows } from './readRows.ts';
import type { Links } from './routeLinks.ts';

/** The name of a permission, with the project's uid of its type. */
const projectAction = (types: TypesByArchiveUid, action: string): string => {
  const at = action.lastIndexOf('.');
  return `${types.get(action.slice(0, at))?.uid ?? action.slice(0, at)}${action.slice(at)}`;
};

/** @returns the permissions of each role of the archive; the context reports those that Lectern does not have */
export const readRolePermissions = (
  { schema, types, leftOut }: ImportContext,
  { permissions }: Rows,
  { rolePermissions }: Links,
): ((roleId: number) => readonly Permission[]) => {
  const byRole = new Map<number, readonly Permission[]>();
  for (const [role, ids] of rolePermissions) {
    const leaveOut = (message: string, value: object): readonly Permission[] => {
      leftOut.add({ type: 'role', path: 'permissions', message, value: { role, ...value } });
      return [];
    };
    const found = ids.flatMap((id): readonly Permission[] => {
      const action = permissions.get(id);
      if (action === undefined) return leaveOut('the archive does not have this permission', { id });
      const name = findPermission({ schema }, projectAction(types, action));
      return name === undefined ? leaveOut('Lectern has no such permission', { action }) : [{ action: name }];
    });
    byRole.set(role, [...new Map(found.map((one) => [one.action, one])).values()]);
  }
  return (roleId) => byRole.get(roleId) ?? [];
};

/** @param imported the documentIds of the archive's roles, which an earlier run may have written */
export const removeOtherRoles = async (db: Db, schema: Schema, imported: ReadonlySet<string>): Promise<void> => {
  const roles = db.collection<StoredDocument>(typeOf(schema, builtInUids.role).collectionName);
  await roles.deleteMany({ documentId: { $nin: [...imported] } });
};
