// Creates, changes and deletes users by SCIM, and gives them the roles of their groups.
import { administrator } from '../../platform/access/index.ts';
import { insertAuditRow } from '../../platform/audit/index.ts';
import type { StoredDocument, Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { prepareUpdate } from '../../write/documents/index.ts';
import { prepareCallerDelete } from '../../write/operations/index.ts';
import { roleIdOf } from '../roles/index.ts';
import { auditedUser, findByDocumentId, normalizeEmail, userTarget, writtenUserTarget } from '../users/index.ts';
import {
  clearedCodes,
  clearingSessionCache,
  endedAccess,
  guardUserDelete,
  keepAdministrator,
  namesOfChange,
  prepareCreateUser,
} from '../administration/index.ts';
import { isEmergencyAccount, unknownPassword } from '../passwords/index.ts';
import { markSessionsEnded, sessionsSinceNow } from '../sessions/index.ts';
import type { ResourceKind } from './resource.ts';
import { inScimTransaction, mapsGroups, requireRoleOfType, roleByGroups } from './scimRoles.ts';
import { scimError } from './scimError.ts';
import { scimUsers } from './storedScim.ts';
import { readResource, requireVisible, userReads, type UserValues } from './userResource.ts';

/** @throws ApiError 403 for an account that must work when the directory fails */
const refuseEmergencyAccount = (service: Service, user: StoredDocument): void => {
  if (!isEmergencyAccount(service, user)) return;
  const { documentId } = user;
  throw scimError(403, `The user ${documentId} is an emergency account of the site, which SCIM does not change`);
};

const noAdministrator = (): Error =>
  scimError(403, 'The site needs at least one administrator, and this is the last one');

/**
 * Changes a user in a transaction. Users who become inactive, or get another role, lose their sessions.
 *
 * @throws ApiError 403 for the last administrator, and for an emergency account
 */
const writeUser = async (
  service: Service,
  unit: Transaction,
  before: StoredDocument,
  data: Readonly<Record<string, unknown>>,
): Promise<StoredDocument> => {
  const { published } = before;
  const stored: Readonly<Record<string, unknown>> = {
    ...published,
    role: roleIdOf(before),
    blocked: published?.blocked === true,
  };
  const changes = Object.fromEntries(Object.entries(data).filter(([name, value]) => stored[name] !== value));
  if (Object.keys(changes).length === 0) return before;
  refuseEmergencyAccount(service, before);
  const endsSessions = changes.blocked === true || 'role' in changes;
  const write = await prepareUpdate(service, writtenUserTarget(service, administrator), before.documentId, {
    ...changes,
    ...('email' in changes ? clearedCodes : {}),
    ...(endsSessions ? sessionsSinceNow(service) : {}),
    ...(changes.blocked === true ? endedAccess(service) : {}),
  });
  const after = await clearingSessionCache(service, write).attempt(unit);
  await keepAdministrator(service, unit, before, after, noAdministrator);
  if (endsSessions) await markSessionsEnded(unit, before.documentId, 'administrator');
  const changed = namesOfChange(before, after);
  await insertAuditRow(service, unit, { action: 'user.update', target: auditedUser(before), changed });
  return after;
};

/** Gives the users the roles of their groups, and makes them users of SCIM. */
export const updateRoles = async (service: Service, unit: Transaction, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const user = await findByDocumentId(service, id);
    if (user === undefined) continue;
    // Of two groups that change at once, each transaction sees the other group as it was: they must not both count.
    const change = service.newDocumentId();
    await scimUsers(unit.db).updateOne({ _id: id }, { $set: { change } }, { ...unit.options, upsert: true });
    if (mapsGroups(service)) await writeUser(service, unit, user, { role: await roleByGroups(service, unit, id) });
  }
};

export const users: ResourceKind<UserValues> = {
  ...userReads,
  create: async (service, values) => {
    const { userName, email, active, ...row } = values;
    const context = { caller: administrator, locales: await service.locales.known() };
    const write = await prepareCreateUser(service, context, {
      username: userName,
      email,
      password: unknownPassword(),
      confirmed: true,
      blocked: !active,
      role: await requireRoleOfType(service, service.config.scim.defaultRole),
    });
    return inScimTransaction(service, async (unit) => {
      const created = await write.attempt(unit);
      await scimUsers(unit.db).insertOne({ _id: created.documentId, ...row }, unit.options);
      return readResource(service, unit, created);
    });
  },
  change: (service, id, change) =>
    inScimTransaction(service, async (unit) => {
      const user = await requireVisible(service, unit, id);
      const { userName, email, active, ...row } = change(await readResource(service, unit, user));
      const stored = { ...row, change: service.newDocumentId() };
      await scimUsers(unit.db).replaceOne({ _id: id }, stored, { ...unit.options, upsert: true });
      const data = { username: userName, email: normalizeEmail(email), blocked: !active };
      return readResource(service, unit, await writeUser(service, unit, user, data));
    }),
  remove: (service, id, check) =>
    inScimTransaction(service, async (unit) => {
      const before = await requireVisible(service, unit, id);
      refuseEmergencyAccount(service, before);
      check(await readResource(service, unit, before));
      const { schema, locales } = service;
      const context = { service, caller: administrator, locales: await locales.known(), ...userTarget(schema) };
      const write = prepareCallerDelete(context, id, { action: 'destroy' });
      await guardUserDelete(service, administrator, before, write).attempt(unit);
      await keepAdministrator(service, unit, before, undefined, noAdministrator);
    }),
};
