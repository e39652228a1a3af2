// Groups of SCIM: names and members, which the configuration gives roles.
import { insertAuditRow, type AuditAction } from '../../platform/audit/index.ts';
import { standaloneOperations, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { isObject } from '../../schema/index.ts';
import { readFilter } from './readFilter.ts';
import { byLowerCase, optionalText, readText } from './readValues.ts';
import { locationOf, makeResource, type Resource, type ResourceKind } from './resource.ts';
import { inScimTransaction } from './scimRoles.ts';
import { invalidValue, scimError, unknownResource } from './scimError.ts';
import { scimGroups, type StoredGroup } from './storedScim.ts';
import { requireUsers } from './userResource.ts';
import { updateRoles } from './userWrites.ts';

interface GroupValues {
  readonly displayName: string;
  readonly externalId?: string | undefined;
  readonly members: readonly string[];
}

const maxMembers = 5_000;
/** Each of them may get another role, in one transaction. */
const maxChangedMembers = 500;

const toResource = (service: Service, { _id: id, externalId, displayName, members, ...times }: StoredGroup): Resource =>
  makeResource(
    service,
    'Group',
    {
      id,
      externalId,
      displayName,
      members: members.map((value) => ({ value, $ref: locationOf(service, `Users/${value}`), type: 'User' })),
    },
    times,
  );

const attributes = {
  id: (value: unknown) => ({ _id: String(value) }),
  displayname: (value: unknown) => ({ name: String(value).toLowerCase() }),
  externalid: (value: unknown) => ({ externalId: String(value) }),
  'members.value': (value: unknown) => ({ members: String(value) }),
  members: (value: unknown) => ({ members: String(value) }),
};

const requireGroup = async ({ db, options }: Transaction, id: string): Promise<StoredGroup> => {
  const group = await scimGroups(db).findOne({ _id: id }, options);
  if (group === null) throw unknownResource(id);
  return group;
};

/** The ids in `members`: a list of objects, or one of them. */
const readMembers = (value: unknown): readonly string[] => {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > maxMembers) throw scimError(413, `A group has at most ${maxMembers} members`);
  const ids = list.map((one) => readText(isObject(one) ? one.value : one, 'members.value'));
  return [...new Set(ids)];
};

/** Stores a group, and the roles that follow from it. @throws ApiError 400 for unknown members, 409 for a name that is taken */
const writeGroup = async (
  service: Service,
  unit: Transaction,
  before: StoredGroup | undefined,
  { displayName, externalId, members }: GroupValues,
): Promise<StoredGroup> => {
  const old = before?.members ?? [];
  const added = members.filter((id) => !old.includes(id));
  const removed = old.filter((id) => !members.includes(id));
  const isRenamed = before !== undefined && before.displayName !== displayName;
  const affected = isRenamed ? [...new Set([...old, ...members])] : [...added, ...removed];
  if (members.length > maxMembers) throw scimError(413, `A group has at most ${maxMembers} members`);
  if (affected.length > maxChangedMembers)
    throw scimError(413, `A request changes at most ${maxChangedMembers} members of a group`);
  await requireUsers(service, unit, added);
  const now = service.now();
  const group: StoredGroup = {
    _id: before?._id ?? service.newDocumentId(),
    displayName,
    name: displayName.toLowerCase(),
    externalId,
    members,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
  await scimGroups(unit.db).replaceOne({ _id: group._id }, group, { ...unit.options, upsert: true });
  await recordGroup(service, unit, before === undefined ? 'group.create' : 'group.update', group);
  await updateRoles(service, unit, affected);
  return group;
};

const recordGroup = (
  service: Service,
  unit: Transaction,
  action: Extract<AuditAction, `group.${string}`>,
  { _id: id, displayName: name }: StoredGroup,
): Promise<void> => insertAuditRow(service, unit, { action, target: { type: 'group', id, name } });

export const groups: ResourceKind<GroupValues> = {
  list: async (service, filter, { startIndex, count }) => {
    const stored = scimGroups(await service.database.get());
    const query = filter === null ? {} : await readFilter(filter, attributes);
    const options = { sort: { createdAt: 1, _id: 1 }, skip: startIndex - 1, limit: count } as const;
    const found = count === 0 ? [] : await stored.find(query, options).toArray();
    return { resources: found.map((group) => toResource(service, group)), total: await stored.countDocuments(query) };
  },
  create: async (service, values) =>
    toResource(service, await inScimTransaction(service, (unit) => writeGroup(service, unit, undefined, values))),
  read: async (service, id) =>
    toResource(service, await requireGroup(await standaloneOperations(service.database), id)),
  readValues: (body) => {
    const { displayname, externalid, members } = byLowerCase(body);
    return {
      displayName: readText(displayname, 'displayName'),
      externalId: optionalText(externalid, 'externalId'),
      members: readMembers(members),
    };
  },
  change: (service, id, change) =>
    inScimTransaction(service, async (unit) => {
      const before = await requireGroup(unit, id);
      const values = change(toResource(service, before));
      return toResource(service, await writeGroup(service, unit, before, values));
    }),
  /** Its members keep no role of it. */
  remove: (service, id, check) =>
    inScimTransaction(service, async (unit) => {
      const before = await requireGroup(unit, id);
      check(toResource(service, before));
      if (before.members.length > maxChangedMembers)
        throw invalidValue(`Remove members first: a request changes at most ${maxChangedMembers}`);
      await scimGroups(unit.db).deleteOne({ _id: id }, unit.options);
      await recordGroup(service, unit, 'group.delete', before);
      await updateRoles(service, unit, before.members);
    }),
};
