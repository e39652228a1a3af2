// Finds the roles whose users may edit documents of a type in the editor.
import { opensEditor, hasPermission, permissionsByName, storedPermissions } from '../platform/access/index.ts';
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { builtInUids, typeOf, type ContentType } from '../schema/index.ts';

/** @returns the filter for stored users whose role opens the editor and may update documents of the type */
export const editingUsers = async ({ database, schema }: Service, { uid }: ContentType): Promise<object> => {
  const roles = await (
    await database.get()
  )
    .collection<StoredDocument>(typeOf(schema, builtInUids.role).collectionName)
    .find({ 'published.permissions': { $exists: true }, ...livingFilter })
    .toArray();
  const editing = roles.filter((role) => {
    const allowed = permissionsByName(schema, storedPermissions(role));
    return opensEditor({ allowed }) && hasPermission({ allowed }, 'update', uid);
  });
  return { 'published.role.to': { $in: editing.map(({ documentId }) => documentId) } };
};
