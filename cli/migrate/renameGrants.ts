// Renames types and attributes in the permissions of roles and tokens, and types in webhooks and in the indexes of the search.
import type { Db } from 'mongodb';
import { storedPermissions, type Permission, type StoredToken } from '../../lib/platform/access/index.ts';
import { collections, type StoredDocument } from '../../lib/platform/db/index.ts';
import { indexesCollection } from '../../lib/search/indexing/index.ts';
import { builtInUids, isObject, typeOf, type Attributes, type JsonObject } from '../../lib/schema/index.ts';
import { oldUidOf } from './schemaElements.ts';
import { storedEqual } from './values.ts';
import type { MigrationPlan } from './types.ts';

/** The old schema, and what is renamed in it. */
type RenamePlan = Pick<MigrationPlan, 'base' | 'renames'>;

const renameAction = (action: string, { renames }: RenamePlan): string => {
  const dot = action.lastIndexOf('.');
  const to = renames.types.get(action.slice(0, dot));
  return to === undefined ? action : `${to}${action.slice(dot)}`;
};

/** Renames the attributes in a permission's filters; keys that begin with "$" are operators. */
const renameFilters = (filters: unknown, holder: string, plan: RenamePlan): unknown => {
  if (Array.isArray(filters)) return filters.map((one: unknown) => renameFilters(one, holder, plan));
  if (!isObject(filters)) return filters;
  const { base, renames } = plan;
  const attributes: Attributes | undefined = (base.types.get(holder) ?? base.components.get(holder))?.attributes;
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      if (key.startsWith('$')) return [key, renameFilters(value, holder, plan)];
      const attribute = attributes?.get(key);
      const relatedHolder =
        attribute?.kind === 'relation'
          ? attribute.target
          : attribute?.kind === 'component'
            ? attribute.component
            : undefined;
      const name = renames.attributes.get(holder)?.get(key) ?? key;
      return [name, relatedHolder === undefined ? value : renameFilters(value, relatedHolder, plan)];
    }),
  );
};

const renamePermission = (permission: Permission, plan: RenamePlan): Permission => {
  const { action, filters } = permission;
  const uid = oldUidOf(action.slice(0, action.lastIndexOf('.')), plan);
  return {
    ...permission,
    action: renameAction(action, plan),
    // The filters of a permission are an object, and so is the result.
    ...(filters === undefined ? {} : { filters: renameFilters(filters, uid, plan) as JsonObject }),
  };
};

/** Updates each role and token only if nobody changed it since it was read; changed roles are read again. */
export const renameGrants = async (plan: RenamePlan, db: Db): Promise<void> => {
  const roles = db.collection<StoredDocument>(typeOf(plan.base, builtInUids.role).collectionName);
  for (let hasConflict = true; hasConflict;) {
    hasConflict = false;
    for (const role of await roles.find({ 'published.permissions': { $exists: true } }).toArray()) {
      const before = storedPermissions(role);
      const permissions = before.map((permission) => renamePermission(permission, plan));
      if (storedEqual(before, permissions)) continue;
      const unchanged = { _id: role._id, revision: role.revision };
      // Version has no declared paths, so the driver's types do not know this one.
      const update = { $set: { 'published.permissions': permissions }, $inc: { revision: 1 } } as object;
      if ((await roles.updateOne(unchanged, update)).matchedCount === 0) hasConflict = true;
    }
  }
  const tokens = db.collection<StoredToken>(collections.tokens);
  for (const { _id, permissions } of await tokens.find({ type: 'custom' }).toArray()) {
    const renamed = permissions.map((name) => renameAction(name, plan));
    // A token that changed in the meantime already has the new names.
    if (!storedEqual(permissions, renamed))
      await tokens.updateOne({ _id, permissions }, { $set: { permissions: renamed } });
  }
  // lib/events/webhooks declares the full type; only the list of uids matters here.
  const webhooks = db.collection<{ contentTypes: string[] | null }>(collections.webhooks);
  for (const [from, to] of plan.renames.types)
    await webhooks.updateMany(
      { contentTypes: from },
      { $set: { 'contentTypes.$[one]': to } },
      { arrayFilters: [{ one: from }] },
    );
  // Searches read them until new ones are built.
  for (const [from, to] of plan.renames.types)
    await indexesCollection(db).updateMany({ type: from }, { $set: { type: to } });
};
