// The roles of users whom SCIM manages, and the last administrator.
import { storedPermissions } from '../../platform/access/index.ts';
import { collections, livingFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import { findAllRoles, findRoleOfType, isMemberRole, roleIdOf } from '../roles/index.ts';
import { invalidValue, scimError } from './scimError.ts';
import { scimGroups } from './storedScim.ts';

/** The documentIds of the roles whose users SCIM sees, whether or not it made them: all but those of members of the site. */
export const editorRoles = async (service: Service): Promise<readonly string[]> =>
  (await findAllRoles(service))
    .filter(({ published }) => !isMemberRole(published?.type))
    .map(({ documentId }) => documentId);

/** Whether the configuration gives roles to groups. Otherwise SCIM leaves roles as they are. */
export const mapsGroups = ({ config }: Pick<Service, 'config'>): boolean => Object.keys(config.scim.groups).length > 0;

/** @throws ApiError 400 if the configuration names a role that does not exist */
const requireRoleOfType = async (service: Service, type: string): Promise<string> => {
  const role = await findRoleOfType(service, type);
  if (role === undefined) throw invalidValue(`The setting scim names the role ${type}, which does not exist`);
  return role.documentId;
};

/** @returns the documentId of the role of the first group in the configuration that has the user, or of the default role */
export const roleByGroups = async (
  service: Service,
  user: string,
  { db, options }: Pick<Transaction, 'db' | 'options'>,
): Promise<string> => {
  const groups = await scimGroups(db).find({ members: user }, options).toArray();
  const names = new Set(groups.map(({ name }) => name));
  const [, group] = Object.entries(service.config.scim.groups).find(([name]) => names.has(name.toLowerCase())) ?? [];
  return requireRoleOfType(service, group?.role ?? service.config.scim.defaultRole);
};

/** The documentIds of the roles that may give every right. */
const administratorRoles = async (service: Service): Promise<readonly string[]> =>
  (await findAllRoles(service))
    .filter((role) => storedPermissions(role).some(({ action }) => action === `${builtInUids.role}.updateRole`))
    .map(({ documentId }) => documentId);

const isActive = (user: StoredDocument | undefined, roles: readonly string[]): boolean =>
  user?.published !== undefined && user.published.blocked !== true && roles.includes(roleIdOf(user) ?? '');

/** The row that each change of administrators writes, so that two at once do not both leave the last one to the other. */
const lock = { _id: 'administrators' };

/** Makes sure that the row is there, because two transactions must not insert it. One that is there is not written, because writes wait. */
export const prepareAdministratorLock = async (service: Service): Promise<void> => {
  const rows = (await service.database.get()).collection<{ _id: string }>(collections.scimUsers);
  await rows.updateOne(lock, { $setOnInsert: { changes: 0 } }, { upsert: true });
};

/**
 * @param before the user before the write
 * @param after undefined: the write deletes the user
 * @throws ApiError 403 if the write leaves no active administrator
 */
export const keepAdministrator = async (
  service: Service,
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  before: StoredDocument,
  after: StoredDocument | undefined,
): Promise<void> => {
  const roles = await administratorRoles(service);
  if (!isActive(before, roles) || isActive(after, roles)) return;
  await db.collection<{ _id: string }>(collections.scimUsers).updateOne(lock, { $inc: { changes: 1 } }, options);
  const { collectionName } = typeOf(service.schema, builtInUids.user);
  const filter = { ...livingFilter, 'published.role.to': { $in: roles }, 'published.blocked': { $ne: true } };
  if ((await db.collection(collectionName).countDocuments(filter, { ...options, limit: 1 })) === 0)
    throw scimError(403, 'The site needs at least one administrator, and this is the last one');
};
