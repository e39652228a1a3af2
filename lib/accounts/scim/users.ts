// Users of SCIM: those whom it made, and all others who work in the editor. Members of the site do not exist for it.
import { administrator } from '../../platform/access/index.ts';
import { changedNames, insertAuditRow } from '../../platform/audit/index.ts';
import { livingFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { emailPattern, isObject, normalizeIdentifier } from '../../schema/index.ts';
import { andThen, asTransaction, prepareUpdate, runInTransaction, runWrite } from '../../write/documents/index.ts';
import { prepareCallerDelete } from '../../write/operations/index.ts';
import { ApiError } from '../../errors.ts';
import { roleIdOf } from '../roles/index.ts';
import {
  auditedUser,
  findByDocumentId,
  guardUserDelete,
  isEmergencyAccount,
  markSessionsEnded,
  normalizeEmail,
  prepareAdministratorLock,
  prepareCreateUser,
  readOnlyAttributes,
  unknownPassword,
  userTarget,
  withTakenError,
  writtenUserTarget,
} from '../users/index.ts';
import { readFilter } from './readFilter.ts';
import type { PatchOperation } from './readPatch.ts';
import { byLowerCase, optionalText, readBoolean, readText } from './readValues.ts';
import { changesOf, type CheckVersion } from './changes.ts';
import { withMeta, type Page, type Resource } from './resource.ts';
import { editorRoles, keepAdministrator, mapsGroups, roleByGroups } from './roles.ts';
import { invalidValue, scimError } from './scimError.ts';
import { scimGroups, scimUsers, type StoredScimUser } from './storedScim.ts';

/** What SCIM says of a user. Other attributes are ignored. */
interface UserValues {
  readonly userName: string;
  readonly email: string;
  readonly active: boolean;
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
}

const userNotFound = (id: string): ApiError => scimError(404, `Resource ${id} not found`);

const userCollection = async ({ database, schema }: Service) =>
  (await database.get()).collection<StoredDocument>(userTarget(schema).type.collectionName);

/** Matches the users that SCIM sees. */
const visibleFilter = async (service: Service): Promise<object> => {
  const rows = await scimUsers(await service.database.get())
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return {
    ...livingFilter,
    $or: [
      { 'published.role.to': { $in: await editorRoles(service) } },
      { documentId: { $in: rows.map((row) => row._id) } },
    ],
  };
};

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const isEmail = (value: unknown): value is string => typeof value === 'string' && new RegExp(emailPattern).test(value);

const toResource = (
  service: Service,
  { documentId, published }: StoredDocument,
  row: StoredScimUser | undefined,
  groups: readonly { readonly _id: string; readonly displayName: string }[],
): Resource => {
  if (published === undefined) throw userNotFound(documentId);
  const { username, email, blocked, createdAt, updatedAt } = published;
  const resource = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: documentId,
    ...(row?.externalId === undefined ? {} : { externalId: row.externalId }),
    userName: username,
    ...(row?.displayName === undefined ? {} : { displayName: row.displayName }),
    emails: [{ value: email, type: 'work', primary: true }],
    active: blocked !== true,
    groups: groups.map(({ _id, displayName }) => ({ value: _id, display: displayName })),
  };
  return withMeta(service, 'User', resource, { created: createdAt, lastModified: updatedAt });
};

const readResources = async (service: Service, users: readonly StoredDocument[]): Promise<readonly Resource[]> => {
  const db = await service.database.get();
  const ids = users.map(({ documentId }) => documentId);
  const rows = await scimUsers(db)
    .find({ _id: { $in: ids } })
    .toArray();
  const groups = await scimGroups(db)
    .find({ members: { $in: ids } })
    .toArray();
  return users.map((user) =>
    toResource(
      service,
      user,
      rows.find(({ _id }) => _id === user.documentId),
      groups.filter(({ members }) => members.includes(user.documentId)),
    ),
  );
};

const readResource = async (service: Service, user: StoredDocument): Promise<Resource> => {
  const [resource] = await readResources(service, [user]);
  if (resource === undefined) throw userNotFound(user.documentId);
  return resource;
};

const attributesOf = (service: Service) => {
  const byName = (value: unknown) => {
    // The index finds names with an @ in any case, others in their own.
    const identifier = normalizeIdentifier(value) ?? '';
    const pattern = new RegExp(`^${escapeRegExp(identifier)}$`, 'i');
    return { identifiers: identifier, 'published.username': pattern };
  };
  const byEmail = (value: unknown) => ({ 'published.email': normalizeEmail(String(value)) });
  const byRow = (name: string) => async (value: unknown) => {
    const rows = await scimUsers(await service.database.get())
      .find({ [name]: String(value) })
      .toArray();
    return { documentId: { $in: rows.map(({ _id }) => _id) } };
  };
  return {
    id: (value: unknown) => ({ documentId: String(value) }),
    username: byName,
    externalid: byRow('externalId'),
    displayname: byRow('displayName'),
    'emails.value': byEmail,
    emails: byEmail,
    active: (value: unknown) => ({ 'published.blocked': readBoolean(value, 'active') ? { $ne: true } : true }),
    // Entra ID looks whether a user has a manager before it sets one, which Lectern ignores.
    manager: () => ({ documentId: { $in: [] } }),
  };
};

/** @throws ApiError 400 for an invalid filter */
export const listUsers = async (
  service: Service,
  filter: string | null,
  { startIndex, count }: Page,
): Promise<{ readonly resources: readonly Resource[]; readonly total: number }> => {
  const parts = [
    await visibleFilter(service),
    ...(filter === null ? [] : [await readFilter(filter, attributesOf(service))]),
  ];
  const users = await userCollection(service);
  const total = await users.countDocuments({ $and: parts });
  const found =
    count === 0
      ? []
      : await users
          .find({ $and: parts }, { sort: { 'published.id': 1 }, skip: startIndex - 1, limit: count })
          .toArray();
  return { resources: await readResources(service, found), total };
};

/** @throws ApiError 404 for an unknown user, and for a member of the site */
const requireVisible = async (service: Service, id: string): Promise<StoredDocument> => {
  const filter = { $and: [await visibleFilter(service), { documentId: id }] };
  const user = await (await userCollection(service)).findOne(filter);
  if (user === null) throw userNotFound(id);
  return user;
};

/** @throws ApiError 400 for ids that are no users of SCIM */
export const requireUsers = async (service: Service, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const filter = { $and: [await visibleFilter(service), { documentId: { $in: ids } }] };
  const found = await (await userCollection(service)).distinct('documentId', filter);
  const missing = ids.find((id) => !found.includes(id));
  if (missing !== undefined) throw invalidValue(`There is no user ${missing}`);
};

export const readUserResource = async (service: Service, id: string): Promise<Resource> =>
  readResource(service, await requireVisible(service, id));

/** The address for work, or the primary one, or the first. */
const emailIn = (emails: unknown): unknown => {
  const list = Array.isArray(emails) ? emails.filter(isObject) : [];
  const chosen = list.find(({ type }) => type === 'work') ?? list.find(({ primary }) => primary === true) ?? list[0];
  return chosen?.value;
};

const checkEmail = (value: unknown): string => {
  if (isEmail(value)) return value;
  throw invalidValue('A user needs an email address, in emails or as userName');
};

const readUserValues = (body: unknown): UserValues => {
  const { username, emails, active, externalid, displayname } = byLowerCase(body);
  const userName = readText(username, 'userName');
  return {
    userName,
    email: checkEmail(emailIn(emails) ?? userName),
    active: active === undefined || active === null || readBoolean(active, 'active'),
    externalId: optionalText(externalid, 'externalId'),
    displayName: optionalText(displayname, 'displayName'),
  };
};

const isWorkEmail = /^emails(?:\[(?:type eq "work"|primary eq true)\])?(?:\.value)?$/i;

/** Each operation changes one value; unknown attributes are ignored. */
const applyOperation = (values: UserValues, { op, path, value }: PatchOperation): UserValues => {
  const isRemoved = op === 'remove';
  switch (path.toLowerCase()) {
    case 'active':
      return isRemoved ? values : { ...values, active: readBoolean(value, 'active') };
    case 'username':
      if (isRemoved) throw scimError(400, 'userName cannot be removed', 'mutability');
      return { ...values, userName: readText(value, 'userName') };
    case 'externalid':
      return { ...values, externalId: isRemoved ? undefined : optionalText(value, 'externalId') };
    case 'displayname':
      return { ...values, displayName: isRemoved ? undefined : optionalText(value, 'displayName') };
    case 'id':
      return values;
  }
  if (!isWorkEmail.test(path) || isRemoved) return values;
  const sent = isObject(value) ? value.value : Array.isArray(value) ? emailIn(value) : value;
  return { ...values, email: checkEmail(sent) };
};

const rowOf = (id: string, { externalId, displayName }: UserValues): StoredScimUser => ({
  _id: id,
  ...(externalId === undefined ? {} : { externalId }),
  ...(displayName === undefined ? {} : { displayName }),
});

const uniquely = <T>(work: () => Promise<T>): Promise<T> =>
  withTakenError(
    work,
    (attribute) => `Another user has this ${attribute === 'email' ? 'email address' : 'userName'}`,
  ).catch((error: unknown) => {
    throw error instanceof ApiError && error.message.startsWith('Another user has')
      ? scimError(409, error.message, 'uniqueness')
      : error;
  });

/** @throws ApiError 400 for invalid values, 409 if a user has the name or the address */
export const createScimUser = async (service: Service, body: unknown): Promise<Resource> => {
  const values = readUserValues(body);
  const unit = { db: await service.database.get(), options: {} };
  const context = { caller: administrator, locales: await service.locales.known() };
  const write = await prepareCreateUser(service, context, {
    ...{ username: values.userName, email: values.email, password: unknownPassword() },
    ...{ confirmed: true, blocked: !values.active, role: await roleByGroups(service, '', unit) },
  });
  const user = await uniquely(() =>
    runWrite(
      service,
      asTransaction(
        andThen(write, async (created, { db, options }) => {
          await scimUsers(db).insertOne(rowOf(created.documentId, values), options);
          return created;
        }),
      ),
    ),
  );
  return readResource(service, user);
};

/** @throws ApiError 403 for an account that must work when the directory fails */
const refuseEmergencyAccount = (service: Service, user: StoredDocument): void => {
  if (!isEmergencyAccount(service, user)) return;
  const { documentId } = user;
  throw scimError(403, `The user ${documentId} is an emergency account of the site, which SCIM does not change`);
};

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
    ...('email' in changes ? { resetPasswordToken: null, confirmationToken: null } : {}),
    ...(endsSessions ? { sessionsSince: service.now().toISOString() } : {}),
  });
  const after = await write.attempt(unit);
  await keepAdministrator(service, unit, before, after);
  if (endsSessions) await markSessionsEnded(unit, before.documentId, 'administrator');
  const changed = changedNames(published ?? {}, after.published ?? {}).filter(
    (name) => !readOnlyAttributes.includes(name),
  );
  await insertAuditRow(service, unit, { action: 'user.update', target: auditedUser(before), changed });
  await unit.afterCommit(() => {
    service.access.sessions.clearCache();
    return Promise.resolve();
  });
  return after;
};

/** @throws ApiError as `createScimUser`; 404; 403 for the last administrator */
const changeScimUser = async (
  service: Service,
  id: string,
  change: (current: UserValues) => UserValues,
  expected: CheckVersion,
): Promise<Resource> => {
  const before = await requireVisible(service, id);
  expected(await readResource(service, before));
  await prepareAdministratorLock(service);
  const after = await uniquely(() =>
    runInTransaction(service, async (unit) => {
      const user = await findByDocumentId(service, id);
      if (user?.published === undefined) throw userNotFound(id);
      const row = await scimUsers(unit.db).findOne({ _id: id }, unit.options);
      const { username, email, blocked } = user.published;
      const values = change({
        ...{ userName: String(username), email: String(email), active: blocked !== true },
        ...{ externalId: row?.externalId, displayName: row?.displayName },
      });
      await scimUsers(unit.db).replaceOne({ _id: id }, rowOf(id, values), { ...unit.options, upsert: true });
      return writeUser(service, unit, user, {
        ...{ username: values.userName, email: normalizeEmail(values.email), blocked: !values.active },
      });
    }),
  );
  return readResource(service, after);
};

/** Of a replacement, attributes that the body lacks are removed, except those that a user needs. */
export const { replace: replaceUser, patch: patchUser } = changesOf(readUserValues, applyOperation, changeScimUser);

/** Gives the users the roles of their groups, and makes them users of SCIM. */
export const updateRoles = async (service: Service, unit: Transaction, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const user = await findByDocumentId(service, id);
    if (user === undefined) continue;
    await scimUsers(unit.db).updateOne({ _id: id }, { $setOnInsert: { _id: id } }, { ...unit.options, upsert: true });
    if (mapsGroups(service)) await writeUser(service, unit, user, { role: await roleByGroups(service, id, unit) });
  }
};

/** @throws ApiError 404; 403 for the last administrator, and for an emergency account */
export const deleteScimUser = async (service: Service, id: string, expected: CheckVersion): Promise<void> => {
  const before = await requireVisible(service, id);
  refuseEmergencyAccount(service, before);
  expected(await readResource(service, before));
  await prepareAdministratorLock(service);
  const context = {
    ...{ service, caller: administrator, locales: await service.locales.known() },
    ...userTarget(service.schema),
  };
  const write = prepareCallerDelete(context, id, { action: 'destroy' });
  const guarded = guardUserDelete(service, administrator, before, write);
  const whole = andThen(guarded, async (_, unit) => {
    const { db, options } = unit;
    await keepAdministrator(service, unit, before, undefined);
    await scimUsers(db).deleteOne({ _id: id }, options);
    await scimGroups(db).updateMany({ members: id }, { $pull: { members: id } }, options);
  });
  await runWrite(service, asTransaction(whole));
  service.access.sessions.clearCache();
};
