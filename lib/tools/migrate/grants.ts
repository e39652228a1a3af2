// Renames types and attributes in the permissions of roles and tokens and in the content types of webhooks.
import type { Db } from 'mongodb';
import { storedPermissions, type Permission, type StoredToken } from '../../platform/access/index.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import { builtInUids, isObject, typeOf, type Attributes, type JsonObject } from '../../schema/index.ts';
import { same } from './values.ts';
import type { Plan } from './types.ts';

const renamedAction = (action: string, { renames }: Plan): string => {
  const dot = action.lastIndexOf('.');
  const to = renames.types.get(action.slice(0, dot));
  return to === undefined ? action : `${to}${action.slice(dot)}`;
};

/** Renames the attributes in a permission's filters; keys that begin with "$" are operators. */
const renamedFilters = (filters: unknown, holder: string, plan: Plan): unknown => {
  if (Array.isArray(filters)) return filters.map((one: unknown) => renamedFilters(one, holder, plan));
  if (!isObject(filters)) return filters;
  const { base, renames } = plan;
  const attributes: Attributes | undefined = (base.types.get(holder) ?? base.components.get(holder))?.attributes;
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      if (key.startsWith('$')) return [key, renamedFilters(value, holder, plan)];
      const attribute = attributes?.get(key);
      const below =
        attribute?.kind === 'relation'
          ? attribute.target
          : attribute?.kind === 'component'
            ? attribute.component
            : undefined;
      const name = renames.attributes.get(holder)?.get(key) ?? key;
      return [name, below === undefined ? value : renamedFilters(value, below, plan)];
    }),
  );
};

const renamedPermission = (permission: Permission, plan: Plan): Permission => {
  const { action, filters } = permission;
  const about = action.slice(0, action.lastIndexOf('.'));
  return {
    ...permission,
    action: renamedAction(action, plan),
    // The filters of a permission are an object, and so is the result.
    ...(filters === undefined ? {} : { filters: renamedFilters(filters, about, plan) as JsonObject }),
  };
};

/** Updates each role and token only if nobody changed it since it was read; changed roles are read again. */
export const renameGrants = async (plan: Plan, db: Db): Promise<void> => {
  const roles = db.collection<StoredDocument>(typeOf(plan.base, builtInUids.role).collectionName);
  for (let again = true; again;) {
    again = false;
    for (const role of await roles.find({ 'published.permissions': { $exists: true } }).toArray()) {
      const before = storedPermissions(role);
      const permissions = before.map((permission) => renamedPermission(permission, plan));
      if (same(before, permissions)) continue;
      const asRead = { _id: role._id, revision: role.revision };
      // Version has no declared paths, so the driver's types do not know this one.
      const update = { $set: { 'published.permissions': permissions }, $inc: { revision: 1 } } as object;
      if ((await roles.updateOne(asRead, update)).matchedCount === 0) again = true;
    }
  }
  const tokens = db.collection<StoredToken>(collections.tokens);
  for (const { _id, permissions } of await tokens.find({ type: 'custom' }).toArray()) {
    const renamed = permissions.map((name) => renamedAction(name, plan));
    // A token that changed in the meantime already has the new names.
    if (!same(permissions, renamed)) await tokens.updateOne({ _id, permissions }, { $set: { permissions: renamed } });
  }
  // lib/events/webhooks declares the full type; only the list of uids matters here.
  const webhooks = db.collection<{ contentTypes: string[] | null }>(collections.webhooks);
  for (const [from, to] of plan.renames.types)
    await webhooks.updateMany(
      { contentTypes: from },
      { $set: { 'contentTypes.$[one]': to } },
      { arrayFilters: [{ one: from }] },
    );
};
