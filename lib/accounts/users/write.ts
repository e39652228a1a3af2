// Users written by who may write users.
import type { Stored } from '../../platform/db/index.ts';
import { creating, updating, type Write, type WriteTarget } from '../../write/documents/index.ts';
import { forbidden, invalid, invalidKey, invalidValues, type ApiError } from '../../errors.ts';
import { roleOfType } from '../roles/index.ts';
import type { Service } from '../../platform/service.ts';
import { addressOf, userTarget } from './accounts.ts';
import type { Admitted } from './answers.ts';
import { bodyOf, readTexts, type Body } from './body.ts';
import { newPassword } from './password.ts';
import { seesForUsers } from './sees.ts';

/** What only requests about sessions write. */
export const notGiven: readonly string[] = ['provider', 'resetPasswordToken', 'confirmationToken', 'sessionsSince'];

/** What none has of themself: it is given to them. */
const granted = ['role', 'confirmed', 'blocked'];

/** Codes prove who reads the mail of the address that they went to: with another address they prove nothing. */
const noCodes = { resetPasswordToken: null, confirmationToken: null };

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;

/** Whether it names a document, or an edit that leaves one. */
const namesOne = (role: unknown): boolean => {
  if (!isObject(role) || Array.isArray(role)) return !isEmpty(role);
  return 'id' in role || 'documentId' in role || !isEmpty(role.set) || !isEmpty(role.connect);
};

/** @throws ApiError 400 for a role that is none */
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
 * A new user, made ready: of who is no user themself they own what they are.
 *
 * @throws ApiError 400 naming what does not fit; the attempt: names and addresses that are taken
 */
export const creatingUser = async (service: Service, asking: Admitted, given: unknown): Promise<Write<Stored>> => {
  const body = checked(given);
  readTexts(body, { email: 'email', username: 'text', password: 'secret' });
  const role = body.role ?? (await roleOfType(service, 'authenticated')).documentId;
  const documentId = service.newDocumentId();
  const target: WriteTarget = {
    ...{ ...userTarget(service.schema), documentId, by: asking.caller.user ?? documentId },
    sees: seesForUsers(service, asking),
  };
  return creating(service, target, { ...body, role, provider: 'local' });
};

/** Whether a body sets a password, which is slow. */
export const setsPassword = (given: unknown): boolean => isObject(given) && 'password' in given;

/**
 * A change of a user, made ready. With their password their sessions end.
 *
 * @throws ApiError 400 naming what does not fit; 403 for who changes what they are granted themself; the attempt: 404
 *   when there is no such user, names and addresses that are taken
 */
export const updatingUser = async (
  service: Service,
  asking: Admitted,
  documentId: string,
  given: unknown,
  expected: WriteTarget['expected'],
): Promise<Write<Stored>> => {
  const { password, ...body } = checked(given);
  if (password === null || password === '') throw invalid('password.notNull');
  if (asking.caller.user === documentId && granted.some((name) => name in body)) throw forbidden();
  const data = {
    ...body,
    ...('email' in body ? noCodes : {}),
    ...(password === undefined ? {} : newPassword(service, password)),
  };
  const target = { ...userTarget(service.schema), expected, sees: seesForUsers(service, asking) };
  return updating(service, target, documentId, data);
};
