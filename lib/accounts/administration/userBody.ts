// Reads the bodies with which callers create and change users.
import type { StoredDocument } from '../../platform/db/index.ts';
import { invalidValues, type ApiError } from '../../errors.ts';
import type { PlainBody } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import { isObject } from '../../schema/index.ts';
import { readObject } from '../authBody.ts';
import { roleIdOf } from '../roles/index.ts';
import { normalizeEmail, userTarget } from '../users/index.ts';

/** Attributes that only requests about sessions write. */
export const readOnlyAttributes: readonly string[] = [
  'provider',
  'resetPasswordToken',
  'confirmationToken',
  'sessionsSince',
];

/** Attributes that users cannot change on themselves. */
export const grantedAttributes = ['role', 'confirmed', 'blocked'];

/** Attributes whose change needs a right or has a further effect. */
const comparedAttributes = [...grantedAttributes, 'email', 'username'];

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** Whether a value for `role` names a document, or is an edit that leaves one. */
const namesRole = (role: unknown): boolean => {
  if (!isObject(role)) return !isEmpty(role);
  return 'id' in role || 'documentId' in role || !isEmpty(role.set) || !isEmpty(role.connect);
};

/** @throws ApiError 400 if the user would have no role */
const checkRole = (body: PlainBody): void => {
  if (!('role' in body) || namesRole(body.role)) return;
  const fault = (path: readonly string[], message: string, value: unknown): ApiError =>
    invalidValues([{ path: ['role', ...path], message, value }]);
  if (!isObject(body.role)) throw fault([], 'Users must have a role', body.role);
  const { connect, disconnect } = body.role;
  if (!isEmpty(disconnect)) throw fault(['disconnect'], 'Cannot remove role', disconnect);
  throw fault(['connect'], 'Users must have a role', connect);
};

/** An answer has the whole role, a body its documentId. */
const withRoleId = (body: PlainBody): PlainBody =>
  isObject(body.role) && typeof body.role.documentId === 'string' ? { ...body, role: body.role.documentId } : body;

/**
 * As in Strapi, keys without effect may be sent: unknown ones, and those of answers that nobody writes (`id`, `createdAt`).
 * So a client can send back the user that it read. Lectern also ignores `provider`, hashes of codes and attributes with
 * `writable: false`, which Strapi writes.
 */
export const readUserBody = ({ schema }: Service, requestBody: unknown): PlainBody => {
  const { attributes } = userTarget(schema).type;
  const isWritable = (name: string): boolean =>
    attributes.has(name) && attributes.get(name)?.writable !== false && !readOnlyAttributes.includes(name);
  const sent = Object.entries(readObject(requestBody));
  const body = withRoleId(Object.fromEntries(sent.filter(([name]) => isWritable(name))));
  checkRole(body);
  return typeof body.email === 'string' ? { ...body, email: normalizeEmail(body.email) } : body;
};

/**
 * The values of a body that change a user. The others are not written, because a client that sends back what it read
 * does not mean to change them.
 */
export const changesOf = (body: PlainBody, user: StoredDocument | undefined): PlainBody => {
  if (user?.published === undefined) return body;
  const stored: PlainBody = { ...user.published, role: roleIdOf(user) };
  // Answers have null for an absent value.
  const isSame = (name: string, value: unknown): boolean =>
    comparedAttributes.includes(name) && (stored[name] ?? null) === value;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(name, value)));
};

/** Whether a body sets a password. Hashing it is slow. */
export const setsPassword = (requestBody: unknown): boolean => isObject(requestBody) && 'password' in requestBody;
