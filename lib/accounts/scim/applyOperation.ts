// Applies operations of a PATCH to a resource; the result is read as if a PUT had sent it.
import { isObject } from '../../schema/index.ts';
import type { PatchOperation } from './readPatch.ts';
import { byLowerCase } from './readValues.ts';
import { scimError } from './scimError.ts';

type Attributes = Readonly<Record<string, unknown>>;

const memberPath = /^members\[value eq "([^"]*)"\]$/i;
/** A user has one address: that for work. */
const emailPath = /^emails(?:\[(?:type eq "work"|primary eq true)\])?(?:\.value)?$/;
/** A PUT without `active` means an active user, so a PATCH must not take it away. */
const permanent = ['username', 'active'];

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const valueOf = (entry: unknown): unknown => (isObject(entry) ? entry.value : entry);

const patchMembers = (members: unknown, { op, value }: PatchOperation): readonly unknown[] => {
  if (op === 'add') {
    const before = listOf(members);
    const known = new Set(before.map(valueOf));
    return [...before, ...listOf(value).filter((member) => !known.has(valueOf(member)))];
  }
  if (op === 'replace') return listOf(value);
  const removed = new Set(listOf(value).map(valueOf));
  return value === undefined ? [] : listOf(members).filter((member) => !removed.has(valueOf(member)));
};

/**
 * @param attributes those of the resource, with their names in lower case
 * @returns them with one change; those that no resource has do no harm
 * @throws ApiError 400 for the removal of an attribute that must stay
 */
export const applyOperation = (attributes: Attributes, operation: PatchOperation): Attributes => {
  const { op } = operation;
  const [, member] = memberPath.exec(operation.path) ?? [];
  if (member !== undefined && op === 'remove')
    return { ...attributes, members: patchMembers(attributes.members, { ...operation, value: member }) };
  const path = operation.path.toLowerCase();
  if (path === 'members') return { ...attributes, members: patchMembers(attributes.members, operation) };
  const value = op === 'remove' ? null : (operation.value ?? null);
  if (value === null && permanent.includes(path))
    throw scimError(400, `${operation.path} cannot be removed`, 'mutability');
  if (emailPath.test(path))
    return { ...attributes, emails: listOf(value).map((entry) => (isObject(entry) ? entry : { value: entry })) };
  const [, part] = /^name\.(.+)$/.exec(path) ?? [];
  const parts = part === undefined ? value : { [part]: value };
  if ((path !== 'name' && part === undefined) || !isObject(parts)) return { ...attributes, [path]: value };
  return { ...attributes, name: { ...byLowerCase(attributes.name ?? {}), ...byLowerCase(parts) } };
};
