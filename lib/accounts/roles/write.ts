// Creates, changes and deletes roles.
import { storedPermissions, type Permission } from '../../platform/access/index.ts';
import { changedNames, changedPermissions, type AuditEntry } from '../../platform/audit/index.ts';
import {
  collections,
  livingFilter,
  standaloneOperations,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import {
  andAlso,
  builtInTarget,
  prepareCreate,
  prepareDelete,
  prepareUpdate,
  recordWrite,
  relink,
  runWrite,
  type PreparedWrite,
} from '../../write/documents/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import { builtInUids, typeOf, type RelationAttribute } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInRoleOf } from './builtInRoles.ts';
import { usersIn } from '../users/index.ts';
import { roleOfType, findAllRoles, roleNotFound } from './storedRoles.ts';

/** The values of a role that are written. */
export interface RoleBody {
  readonly name?: string;
  readonly description?: string | null;
  readonly type?: string;
  readonly permissions?: readonly Permission[];
}

/** Projects have no hooks on roles. */
const targetIn = ({ schema }: Service) => ({ ...builtInTarget(schema, builtInUids.role), hooks: undefined });

const auditTarget = ({ documentId, published }: StoredDocument): AuditEntry['target'] => ({
  ...{ type: builtInUids.role, documentId, name: String(published?.type) },
});

/** The row of a change: the names of its attributes, and each permission that it gave or took. */
const updateEntry = (before: StoredDocument, after: StoredDocument): AuditEntry => {
  const [old, current] = [before.published ?? {}, after.published ?? {}];
  const permissions = changedPermissions(storedPermissions(before), storedPermissions(after));
  const changed = [...changedNames(old, current), ...permissions];
  return { action: 'role.update', target: auditTarget(after), changed };
};

const runRecorded = <T>(service: Service, write: PreparedWrite<T>, entryOf: (written: T) => AuditEntry): Promise<T> =>
  runWrite(service, recordWrite(service, write, entryOf));

/** The type of a role, made from its name: `desire_ea_3` for `Désiré Éa 3`. */
const typeFromName = (name: string): string =>
  (
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  ).join('_');

/** Clears the caches of this process after a change, so that it applies at once. */
const withCacheReset = async <T>(service: Service, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    service.access.roles.clearCache();
    service.access.sessions.clearCache();
  }
};

/** No list stays shared with the role: a new one can have the same type. Lists of deleted users that nobody else sees go too. */
const unshareLists = async (service: Service, type: unknown, { db, options }: Transaction): Promise<void> => {
  const lists = db.collection(collections.listViews);
  const owners = await lists.distinct('user', { roles: [type] }, options);
  const living = await usersIn(db, service.schema).distinct(
    'documentId',
    { documentId: { $in: owners }, ...livingFilter },
    options,
  );
  await lists.deleteMany({ roles: [type], user: { $nin: living } }, options);
  await lists.updateMany({ roles: type }, { $pull: { roles: type } } as object, options);
};

/** @throws ApiError 400 naming every invalid value, and if a role of this type exists */
export const createRole = async (service: Service, body: RoleBody): Promise<StoredDocument> => {
  const { name = '', type = typeFromName(name), permissions = [] } = body;
  const fault = (message: string): ApiError => invalidValues([{ path: ['name'], message, value: name }]);
  if (name !== '' && type === '') throw fault('name must have a letter or a digit');
  const isTaken = async (): Promise<boolean> =>
    (await findAllRoles(service)).some(({ published }) => published?.type === type);
  const takenError = (): ApiError => fault(`There is a role of the type ${type} already`);
  if (name !== '' && (await isTaken())) throw takenError();
  // Another process may have shared a list while a role of this type was deleted.
  await unshareLists(service, type, await standaloneOperations(service.database));
  return withCacheReset(service, async () => {
    try {
      const write = await prepareCreate(service, targetIn(service), { ...body, type, permissions });
      const changed = changedPermissions([], permissions);
      return await runRecorded(service, write, (role) => ({
        action: 'role.create',
        target: auditTarget(role),
        changed,
      }));
    } catch (error) {
      if (error instanceof ApiError && name !== '' && (await isTaken())) throw takenError(); // another request created it
      throw error;
    }
  });
};

/**
 * Changes a role. Missing values stay as they are.
 *
 * @throws ApiError 404 if the role was deleted; 400 naming every invalid value
 */
export const updateRole = async (
  service: Service,
  role: StoredDocument,
  { type, ...body }: RoleBody,
): Promise<void> => {
  if (type !== undefined && type !== role.published?.type)
    throw invalidValues([{ path: ['type'], message: 'The type of a role cannot be changed', value: type }]);
  const write = await prepareUpdate(service, targetIn(service), role.documentId, body);
  await withCacheReset(service, () => runRecorded(service, write, (after) => updateEntry(role, after)));
};

const maxAttempts = 50;

/**
 * Changes the permissions of a role, and repeats the change if another process changes the role at the same time.
 *
 * @throws ApiError 404 if the role no longer exists
 */
export const changePermissions = async (
  service: Service,
  documentId: string,
  change: (before: readonly Permission[]) => readonly Permission[],
): Promise<void> =>
  withCacheReset(service, async () => {
    for (let attempt = 1; ; attempt++) {
      const role = (await findAllRoles(service)).find((one) => one.documentId === documentId);
      if (role === undefined) throw roleNotFound();
      const target = { ...targetIn(service), expected: [role.revision] };
      try {
        const permissions = change(storedPermissions(role));
        const write = await prepareUpdate(service, target, documentId, { permissions });
        await runRecorded(service, write, (after) => updateEntry(role, after));
        return;
      } catch (error) {
        // Another write came first: compute the change again from the current permissions.
        if (!(error instanceof ApiError) || error.status !== 412 || attempt === maxAttempts) throw error;
      }
    }
  });

/**
 * Deletes a role. Its users get the role `public`, as in Strapi.
 *
 * @throws ApiError 400 for a built-in role
 */
export const deleteRole = async (service: Service, deleted: StoredDocument): Promise<void> => {
  const { documentId, published } = deleted;
  const type = builtInRoleOf(published?.type);
  if (type !== undefined) throw new ApiError(400, 'ApplicationError', `Cannot delete ${type} role`);
  const user = typeOf(service.schema, builtInUids.user);
  const role = user.attributes.get('role') as RelationAttribute; // built in
  await withCacheReset(service, async () => {
    const { documentId: to } = await roleOfType(service, 'public');
    await relink(service, user, role, { from: documentId, to });
    const write = andAlso(prepareDelete(service, targetIn(service), documentId), (_, transaction) =>
      unshareLists(service, published?.type, transaction),
    );
    await runRecorded(service, write, () => ({ action: 'role.delete', target: auditTarget(deleted) }));
  });
};
