// The roles of users whom SCIM manages, and its transactions.
import { isDuplicateKey, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { runInTransaction } from '../../write/documents/index.ts';
import { findAllRoles, findRoleOfType, isMemberRole } from '../roles/index.ts';
import { duplicateAttributes } from '../users/index.ts';
import { prepareAdministratorLock } from '../administration/index.ts';
import { invalidValue, scimError } from './scimError.ts';
import { scimGroups } from './storedScim.ts';

/** The documentIds of all roles but those of members of the site: SCIM sees their users. */
export const editorRoles = async (service: Service): Promise<readonly string[]> =>
  (await findAllRoles(service))
    .filter(({ published }) => !isMemberRole(published?.type))
    .map(({ documentId }) => documentId);

/** Whether the configuration gives roles to groups. Otherwise SCIM leaves roles as they are. */
export const mapsGroups = ({ config }: Pick<Service, 'config'>): boolean => Object.keys(config.scim.groups).length > 0;

/** @returns its documentId @throws ApiError 400 if the configuration names a role that does not exist */
export const requireRoleOfType = async (service: Service, type: string): Promise<string> => {
  const role = await findRoleOfType(service, type);
  if (role === undefined) throw invalidValue(`The setting scim names the role ${type}, which does not exist`);
  return role.documentId;
};

/** @returns the documentId of the role of the first group in the configuration that has the user, or of the default role */
export const roleByGroups = async (service: Service, { db, options }: Transaction, user: string): Promise<string> => {
  const groups = await scimGroups(db).find({ members: user }, options).toArray();
  const names = new Set(groups.map(({ name }) => name));
  const [, group] = Object.entries(service.config.scim.groups).find(([name]) => names.has(name.toLowerCase())) ?? [];
  return requireRoleOfType(service, group?.role ?? service.config.scim.defaultRole);
};

const findTaken = (error: unknown): string | undefined => {
  if (isDuplicateKey(error)) return 'group has this displayName';
  const taken = duplicateAttributes(error);
  if (taken.includes('username')) return 'user has this userName';
  return taken.includes('email') ? 'user has this email address' : undefined;
};

/**
 * Runs a change in one transaction, which can call `keepAdministrator`.
 *
 * @throws ApiError 409 if another user or group has the name or the address
 */
export const inScimTransaction = async <T>(service: Service, work: (unit: Transaction) => Promise<T>): Promise<T> => {
  await prepareAdministratorLock(service);
  return runInTransaction(service, work).catch((error: unknown) => {
    const taken = findTaken(error);
    throw taken === undefined ? error : scimError(409, `Another ${taken}`, 'uniqueness');
  });
};
