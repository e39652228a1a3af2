// Shows users as SCIM does, and reads what it writes: the users that it made, and all others who work in the editor. Members of the
// site do not exist for it.
import { livingFilter, standaloneOperations, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { emailPattern, isObject, normalizeIdentifier } from '../../schema/index.ts';
import { normalizeEmail, usersIn } from '../users/index.ts';
import { readFilter } from './readFilter.ts';
import { byLowerCase, optionalText, readBoolean, readText } from './readValues.ts';
import { locationOf, makeResource, type Resource, type ResourceKind } from './resource.ts';
import { editorRoles } from './scimRoles.ts';
import { invalidValue, unknownResource } from './scimError.ts';
import { nameParts, scimGroups, scimUsers, type PersonName, type StoredScimUser } from './storedScim.ts';

/** What SCIM says of a user. Other attributes are ignored. */
export interface UserValues {
  readonly userName: string;
  readonly email: string;
  readonly active: boolean;
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly name?: PersonName | undefined;
}

/**
 * Matches the users that SCIM sees.
 *
 * @param ids only among these; undefined: among all, with the ids of all users of SCIM in the filter, so up to about 400,000
 */
const visibleFilter = async (
  service: Service,
  { db, options }: Transaction,
  ids?: readonly string[],
): Promise<object> => {
  const rows = await scimUsers(db)
    .find(ids === undefined ? {} : { _id: { $in: ids } }, { ...options, projection: { _id: 1 } })
    .toArray();
  return {
    ...livingFilter,
    ...(ids === undefined ? {} : { documentId: { $in: ids } }),
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
  if (published === undefined) throw unknownResource(documentId);
  const { username, email, blocked, createdAt, updatedAt } = published;
  const attributes = {
    id: documentId,
    externalId: row?.externalId,
    userName: username,
    displayName: row?.displayName,
    name: Object.keys(row?.name ?? {}).length === 0 ? undefined : row?.name,
    emails: [{ value: email, type: 'work', primary: true }],
    active: blocked !== true,
    groups: groups.map(({ _id, displayName }) => ({
      value: _id,
      $ref: locationOf(service, `Groups/${_id}`),
      display: displayName,
    })),
  };
  return makeResource(service, 'User', attributes, { createdAt, updatedAt });
};

const readResources = async (
  service: Service,
  { db, options }: Transaction,
  users: readonly StoredDocument[],
): Promise<readonly Resource[]> => {
  const ids = users.map(({ documentId }) => documentId);
  const rows = await scimUsers(db)
    .find({ _id: { $in: ids } }, options)
    .toArray();
  const groups = await scimGroups(db)
    .find({ members: { $in: ids } }, options)
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

export const readResource = async (service: Service, unit: Transaction, user: StoredDocument): Promise<Resource> => {
  const [resource] = await readResources(service, unit, [user]);
  if (resource === undefined) throw unknownResource(user.documentId);
  return resource;
};

const attributesOf = ({ db }: Transaction) => {
  const byName = (value: unknown) => {
    // The index finds names with an @ in any case, others in their own.
    const identifier = normalizeIdentifier(value) ?? '';
    const pattern = new RegExp(`^${escapeRegExp(identifier)}$`, 'i');
    return { identifiers: identifier, 'published.username': pattern };
  };
  const byEmail = (value: unknown) => ({ 'published.email': normalizeEmail(String(value)) });
  const byRow = (name: string) => async (value: unknown) => {
    const rows = await scimUsers(db)
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

/** @throws ApiError 404 for an unknown user, and for a member of the site */
export const requireVisible = async (service: Service, unit: Transaction, id: string): Promise<StoredDocument> => {
  const users = usersIn(unit.db, service.schema);
  const user = await users.findOne(await visibleFilter(service, unit, [id]), { ...unit.options, useBigInt64: true });
  if (user === null) throw unknownResource(id);
  return user;
};

/** @throws ApiError 400 for ids that are no users of SCIM */
export const requireUsers = async (service: Service, unit: Transaction, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const users = usersIn(unit.db, service.schema);
  const found = await users.distinct('documentId', await visibleFilter(service, unit, ids), unit.options);
  const missing = ids.find((id) => !found.includes(id));
  if (missing !== undefined) throw invalidValue(`There is no user ${missing}`);
};

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

/** @returns the parts of the name that a value has; others are ignored */
const readName = (value: unknown): PersonName => {
  const sent = isObject(value) ? byLowerCase(value) : {};
  const parts = nameParts.filter((part) => part.toLowerCase() in sent);
  return Object.fromEntries(parts.map((part) => [part, optionalText(sent[part.toLowerCase()], `name.${part}`)]));
};

/** What does not change users. */
export const userReads: Omit<ResourceKind<UserValues>, 'create' | 'change' | 'remove'> = {
  list: async (service, filter, { startIndex, count }) => {
    const unit = await standaloneOperations(service.database);
    const parts = [await visibleFilter(service, unit)];
    if (filter !== null) parts.push(await readFilter(filter, attributesOf(unit)));
    const users = usersIn(unit.db, service.schema);
    const options = { sort: { 'published.id': 1 }, skip: startIndex - 1, limit: count } as const;
    const found = count === 0 ? [] : await users.find({ $and: parts }, options).toArray();
    return { resources: await readResources(service, unit, found), total: await users.countDocuments({ $and: parts }) };
  },
  read: async (service, id) => {
    const unit = await standaloneOperations(service.database);
    return readResource(service, unit, await requireVisible(service, unit, id));
  },
  readValues: (body) => {
    const { username, emails, active, externalid, displayname, name } = byLowerCase(body);
    const userName = readText(username, 'userName');
    return {
      userName,
      email: checkEmail(emailIn(emails) ?? userName),
      active: active === undefined || active === null || readBoolean(active, 'active'),
      externalId: optionalText(externalid, 'externalId'),
      displayName: optionalText(displayname, 'displayName'),
      name: readName(name),
    };
  },
};
