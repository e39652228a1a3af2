// Reads PATCH bodies (RFC 7644, 3.5.2) and applies them, also in the forms of Entra ID and Okta that differ from it: operations with a
// capital letter, and values without a path.
import { isObject } from '../../schema/index.ts';
import { byLowerCase } from './readValues.ts';
import { invalidValue, scimError } from './scimError.ts';

interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** Without the name of the schema. Its names have no letter case. */
  readonly path: string;
  readonly value: unknown;
}

const maxOperations = 1_000;
const pathForm = /^[a-z][\w:.$-]*(?:\[[^[\]]*\](?:\.[\w$-]+)?)?$/i;
const schemaPrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

const isOperator = (op: string): op is PatchOperation['op'] => ['add', 'replace', 'remove'].includes(op);

const readOperation = (operation: unknown): readonly PatchOperation[] => {
  if (!isObject(operation)) throw scimError(400, 'Operations are objects', 'invalidSyntax');
  const { op: sentOp, path, value } = operation;
  const op = typeof sentOp === 'string' ? sentOp.toLowerCase() : '';
  if (!isOperator(op)) throw scimError(400, 'op must be add, replace or remove', 'invalidSyntax');
  if (path !== undefined && path !== '') {
    if (typeof path !== 'string' || !pathForm.test(path))
      throw scimError(400, 'path is not a path of an attribute', 'invalidPath');
    return [{ op, path: path.replace(schemaPrefix, ''), value }];
  }
  if (op === 'remove') throw scimError(400, 'remove needs a path', 'invalidPath');
  if (!isObject(value)) throw invalidValue('Without a path, value must be an object of attributes');
  return Object.entries(value).map(([name, one]) => ({ op, path: name.replace(schemaPrefix, ''), value: one }));
};

/** @throws ApiError 400 with the `scimType` of what is wrong */
export const readPatch = (body: unknown): readonly PatchOperation[] => {
  const { operations } = byLowerCase(body);
  if (!Array.isArray(operations)) throw scimError(400, 'A PATCH has a list of Operations', 'invalidSyntax');
  // Without a path, each attribute of the value is one.
  const read = operations.flatMap(readOperation);
  if (read.length > maxOperations) throw scimError(413, `A PATCH has at most ${maxOperations} operations`);
  return read;
};

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
 * @returns them with one change, to be read as if a PUT had sent them; those that no resource has do no harm
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
