// Creates and updates users, for callers with permission to write users.
import { randomBytes } from 'node:crypto';
import { hasPermission, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { changedNames } from '../../platform/audit/index.ts';
import {
  prepareCreate,
  prepareUpdate,
  recordWrite,
  type PreparedWrite,
  type WriteTarget,
} from '../../write/documents/index.ts';
import { forbidden, invalid, invalidValues, type ApiError } from '../../errors.ts';
import { builtInUids } from '../../schema/index.ts';
import { guardNewPassword, passwordChange } from '../passwords/index.ts';
import { roleIdOf, roleOfType } from '../roles/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  auditedUser,
  checkOwnName,
  findByDocumentId,
  normalizeEmail,
  userTarget,
  writtenUserTarget,
  relatableDocumentsForUsers,
  type UserRequestContext,
} from '../users/index.ts';
import type { PlainBody } from '../../platform/plainBody.ts';
import { readObject, readTexts } from '../authBody.ts';
import { guardAdministration } from './guardAdministration.ts';

/** Attributes that only requests about sessions write. */
export const readOnlyAttributes: readonly string[] = [
  'provider',
  'resetPasswordToken',
  'confirmationToken',
  'sessionsSince',
];

/** Attributes that users cannot change on themselves. */
const grantedAttributes = ['role', 'confirmed', 'blocked'];

/** Attributes whose change needs a right or has a further effect. */
const comparedAttributes = [...grantedAttributes, 'email', 'username'];

/** A mailed code proves access to the email address it was sent to, so it is invalid for a new address. */
export const clearedCodes = { resetPasswordToken: null, confirmationToken: null };

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is PlainBody => typeof value === 'object' && value !== null;

/** Whether a value for `role` names a document, or is an edit that leaves one. */
const namesRole = (role: unknown): boolean => {
  if (!isObject(role) || Array.isArray(role)) return !isEmpty(role);
  return 'id' in role || 'documentId' in role || !isEmpty(role.set) || !isEmpty(role.connect);
};

/** @throws ApiError 400 if the user would have no role */
const checkRole = (body: PlainBody): void => {
  if (!('role' in body) || namesRole(body.role)) return;
  const fault = (path: readonly string[], message: string, value: unknown): ApiError =>
    invalidValues([{ path: ['role', ...path], message, value }]);
  if (!isObject(body.role) || Array.isArray(body.role)) throw fault([], 'Users must have a role', body.role);
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
const readUserBody = ({ schema }: Service, requestBody: unknown): PlainBody => {
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
const changesOf = (body: PlainBody, user: StoredDocument | undefined): PlainBody => {
  if (user?.published === undefined) return body;
  const stored: PlainBody = { ...user.published, role: roleIdOf(user) };
  // Answers have null for an absent value.
  const isSame = (name: string, value: unknown): boolean =>
    comparedAttributes.includes(name) && (stored[name] ?? null) === value;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(name, value)));
};

/** Whether the caller can create users without a password. As in Strapi, a token with full access must send one. */
const mayInvite = (caller: Caller): boolean =>
  caller.allowed !== 'everything' && hasPermission(caller, 'createPasswordLink', builtInUids.user);

/** A password that nobody knows, for users who set their own with a link. */
export const unknownPassword = (): string => randomBytes(24).toString('base64url');

/**
 * Prepares the creation of a user. A user created without a logged-in user owns itself. Callers who may make links to set a
 * password can leave the password out.
 *
 * @throws ApiError 400 naming every invalid value; the attempt throws it for a username or email that is taken
 */
export const prepareCreateUser = async (
  service: Service,
  context: UserRequestContext,
  requestBody: unknown,
): Promise<PreparedWrite<StoredDocument>> => {
  const sent = readUserBody(service, requestBody);
  const isInvited = sent.password === undefined && mayInvite(context.caller);
  const body = isInvited ? { ...sent, password: unknownPassword() } : sent;
  readTexts(body, { email: 'email', username: 'text', password: 'secret' });
  const role = body.role ?? (await roleOfType(service, 'authenticated')).documentId;
  const documentId = service.newDocumentId();
  const target: WriteTarget = {
    ...writtenUserTarget(service, context.caller, context.hooksFor),
    documentId,
    by: context.caller.user ?? documentId,
    relatable: relatableDocumentsForUsers(service, context),
  };
  const write = await prepareCreate(service, target, { ...body, role, provider: 'local' });
  const checked = guardNewPassword(service, sent.password, write);
  const guarded = guardAdministration(service, context.caller, undefined, checked);
  return recordWrite(service, guarded, (user) => ({ action: 'user.create', target: auditedUser(user) }));
};

/** The attributes that a change of a user changed. What only follows from them is left out. */
export const namesOfChange = (before: StoredDocument | undefined, after: StoredDocument): readonly string[] =>
  changedNames(before?.published ?? {}, after.published ?? {}).filter((name) => !readOnlyAttributes.includes(name));

/** Whether a body sets a password. Hashing it is slow. */
export const setsPassword = (requestBody: unknown): boolean => isObject(requestBody) && 'password' in requestBody;

/**
 * Prepares a change of a user. A new password ends its sessions.
 *
 * @throws ApiError 400 naming every invalid value, and for callers who name themselves as another address; 403 if they change
 *   their own role, confirmation or blocking;
 *   the attempt throws 404 for an unknown user, 400 for a username or email that is taken, 403 for users with permissions of
 *   administration that the caller does not have
 */
export const prepareUpdateUser = async (
  service: Service,
  context: UserRequestContext,
  documentId: string,
  requestBody: unknown,
  expected: WriteTarget['expected'],
): Promise<PreparedWrite<StoredDocument>> => {
  const { password, ...sent } = readUserBody(service, requestBody);
  if (password === null || password === '') throw invalid('password.notNull');
  const user = await findByDocumentId(service, documentId);
  const body = changesOf(sent, user);
  if (context.caller.user === documentId) {
    if (grantedAttributes.some((name) => name in body)) throw forbidden();
    if (typeof body.username === 'string') checkOwnName(body.username, String(body.email ?? user?.published?.email));
  }
  const data = {
    ...body,
    ...('email' in body ? clearedCodes : {}),
    ...(password === undefined ? {} : passwordChange(service, password)),
  };
  const target: WriteTarget = {
    ...writtenUserTarget(service, context.caller, context.hooksFor),
    expected,
    relatable: relatableDocumentsForUsers(service, context),
  };
  const write = await prepareUpdate(service, target, documentId, data);
  const checked = guardNewPassword(service, password, write);
  return recordWrite(service, guardAdministration(service, context.caller, user, checked), (after) => ({
    action: 'user.update',
    target: auditedUser(after),
    changed: namesOfChange(user, after),
  }));
};
