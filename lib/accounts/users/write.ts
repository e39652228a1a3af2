// Creates and updates users, for callers with permission to write users.
import type { StoredDocument } from '../../platform/db/index.ts';
import { prepareCreate, prepareUpdate, type PreparedWrite, type WriteTarget } from '../../write/documents/index.ts';
import { forbidden, invalid, invalidKey, invalidValues, type ApiError } from '../../errors.ts';
import { roleOfType } from '../roles/index.ts';
import type { Service } from '../../platform/service.ts';
import { addressOf, userTarget } from './accounts.ts';
import type { Admitted } from './answers.ts';
import { bodyOf, readTexts, type Body } from './body.ts';
import { newPassword } from './password.ts';
import { seesForUsers } from './sees.ts';

/** Attributes that only requests about sessions write. */
export const notGiven: readonly string[] = ['provider', 'resetPasswordToken', 'confirmationToken', 'sessionsSince'];

/** Attributes that users cannot change on themselves. */
const granted = ['role', 'confirmed', 'blocked'];

/** A mailed code proves access to the email address it was sent to, so it is invalid for a new address. */
const noCodes = { resetPasswordToken: null, confirmationToken: null };

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;

/** Whether a value for `role` names a document, or is an edit that leaves one. */
const namesOne = (role: unknown): boolean => {
  if (!isObject(role) || Array.isArray(role)) return !isEmpty(role);
  return 'id' in role || 'documentId' in role || !isEmpty(role.set) || !isEmpty(role.connect);
};

/** @throws ApiError 400 if the user would have no role */
const checkRole = (body: Body): void => {
  if (!('role' in body) || namesOne(body.role)) return;
  const fault = (path: readonly string[], message: string, value: unknown): ApiError =>
    invalidValues([{ path: ['role', ...path], message, value }]);
  if (!isObject(body.role) || Array.isArray(body.role)) throw fault([], 'Users must have a role', body.role);
  const { connect, disconnect } = body.role;
  if (!isEmpty(disconnect)) throw fault(['disconnect'], 'Cannot remove role', disconnect);
  throw fault(['connect'], 'Users must have a role', connect);
};

const checked = (given: unknown): Body => {
  const body = bodyOf(given);
  const refused = Object.keys(body).find((key) => notGiven.includes(key));
  if (refused !== undefined) throw invalidKey(refused, '', 'body');
  checkRole(body);
  return typeof body.email === 'string' ? { ...body, email: addressOf(body.email) } : body;
};

/**
 * Prepares the creation of a user. A user created without a logged-in user owns itself.
 *
 * @throws ApiError 400 naming every invalid value; the attempt throws it for a username or email that is taken
 */
export const creatingUser = async (service: Service, asking: Admitted, given: unknown): Promise<PreparedWrite<StoredDocument>> => {
  const body = checked(given);
  readTexts(body, { email: 'email', username: 'text', password: 'secret' });
  const role = body.role ?? (await roleOfType(service, 'authenticated')).documentId;
  const documentId = service.newDocumentId();
  const target: WriteTarget = {
    ...{ ...userTarget(service.schema), documentId, by: asking.caller.user ?? documentId },
    relatable: seesForUsers(service, asking),
  };
  return prepareCreate(service, target, { ...body, role, provider: 'local' });
};

/** Whether a body sets a password. Hashing it is slow. */
export const setsPassword = (given: unknown): boolean => isObject(given) && 'password' in given;

/**
 * Prepares a change of a user. A new password ends its sessions.
 *
 * @throws ApiError 400 naming every invalid value; 403 if callers change their own role, confirmation or blocking;
 *   the attempt throws 404 for an unknown user, 400 for a username or email that is taken
 */
export const updatingUser = async (
  service: Service,
  asking: Admitted,
  documentId: string,
  given: unknown,
  expected: WriteTarget['expected'],
): Promise<PreparedWrite<StoredDocument>> => {
  const { password, ...body } = checked(given);
  if (password === null || password === '') throw invalid('password.notNull');
  if (asking.caller.user === documentId && granted.some((name) => name in body)) throw forbidden();
  const data = {
    ...body,
    ...('email' in body ? noCodes : {}),
    ...(password === undefined ? {} : newPassword(service, password)),
  };
  const target = { ...userTarget(service.schema), expected, sees: seesForUsers(service, asking) };
  return prepareUpdate(service, target, documentId, data);
};
