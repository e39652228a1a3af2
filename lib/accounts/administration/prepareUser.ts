// Creates and updates users, for callers with permission to write users.
import { conditionOf, hasPermission, mayHaveSession, type Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { changedNames } from '../../platform/audit/index.ts';
import {
  andAlso,
  prepareCreate,
  prepareUpdate,
  recordWrite,
  type PreparedWrite,
  type WriteTarget,
} from '../../write/documents/index.ts';
import { forbidden, invalid } from '../../errors.ts';
import { builtInUids } from '../../schema/index.ts';
import { guardNewPassword, passwordChange, passwordFaults, unknownPassword } from '../passwords/index.ts';
import type { PlainBody } from '../../contracts/index.ts';
import { roleOfType } from '../roles/index.ts';
import { markSessionsEnded, sessionsSinceNow } from '../sessions/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  auditedUser,
  findByDocumentId,
  writtenUserTarget,
  relatableDocumentsForUsers,
  usernameFaults,
  type UserRequestContext,
} from '../users/index.ts';
import { readTexts } from '../authBody.ts';
import { clearingSessionCache, guardAdministration } from './guardAdministration.ts';
import { changesOf, grantedAttributes, readOnlyAttributes, readUserBody } from './userBody.ts';

/** A mailed code proves access to the email address it was sent to, so it is invalid for a new address. */
export const clearedCodes = { resetPasswordToken: null, confirmationToken: null };

/**
 * Whether a change of an address leaves it to confirm: members change their own to any, and only whoever may change all users vouches
 * for addresses.
 */
const leavesUnconfirmed = ({ config }: Service, caller: Caller, documentId: string, changes: PlainBody): boolean =>
  config.auth.emailConfirmation &&
  caller.user === documentId &&
  'email' in changes &&
  conditionOf(caller, 'update', builtInUids.user) !== undefined;

/** The values of a user who may have sessions no longer: what lets them in from before stays invalid when they may again. */
export const endedAccess = (service: Service) => ({ ...sessionsSinceNow(service), resetPasswordToken: null });

/** Whether a change takes the right to have sessions from a user. */
const endsAccess = ({ config }: Service, user: StoredDocument | undefined, changes: PlainBody): boolean => {
  const { emailConfirmation } = config.auth;
  if (user?.published === undefined || !mayHaveSession(user.published, emailConfirmation)) return false;
  return !mayHaveSession({ ...user.published, ...changes }, emailConfirmation);
};

/** Whether the caller can create users without a password. As in Strapi, a token with full access must send one. */
const mayInvite = (caller: Caller): boolean =>
  caller.allowed !== 'everything' && hasPermission(caller, 'createPasswordLink', builtInUids.user);

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
  const { username } = readTexts(body, { email: 'email', username: 'text', password: 'secret' });
  const role = body.role ?? (await roleOfType(service, 'authenticated')).documentId;
  const documentId = service.newDocumentId();
  const target: WriteTarget = {
    ...writtenUserTarget(service, context.caller, context.hooksFor),
    documentId,
    by: context.caller.user ?? documentId,
    // The role is only known with the links of the body: `guardNewPassword` checks what it asks for.
    faults: [
      ...usernameFaults(username),
      ...(await passwordFaults(service, { ...body, role: undefined }, sent.password)),
    ],
    relatable: relatableDocumentsForUsers(service, context),
  };
  const data = { ...body, ...passwordChange(service, body.password), role, provider: 'local' };
  const write = await prepareCreate(service, target, data);
  const checked = guardNewPassword(service, sent.password, write);
  const guarded = guardAdministration(service, context.caller, undefined, checked);
  return recordWrite(service, guarded, (user) => ({ action: 'user.create', target: auditedUser(user) }));
};

/** The attributes that a change of a user changed. What only follows from them is left out. */
export const namesOfChange = (before: StoredDocument | undefined, after: StoredDocument): readonly string[] =>
  changedNames(before?.published ?? {}, after.published ?? {}).filter((name) => !readOnlyAttributes.includes(name));

/**
 * Prepares a change of a user. A new password ends its sessions, and so does a change after which it may not have any. With
 * `auth.emailConfirmation`, members who change their own address must confirm it.
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
  const changes = changesOf(sent, user);
  const isOwn = context.caller.user === documentId;
  if (isOwn && grantedAttributes.some((name) => name in changes)) throw forbidden();
  const changed = { ...user?.published, ...changes };
  const { username } = changes;
  const isUnconfirmed = leavesUnconfirmed(service, context.caller, documentId, changes);
  const body = isUnconfirmed ? { ...changes, confirmed: false } : changes;
  const isEnded = endsAccess(service, user, body);
  const data = {
    ...body,
    ...('email' in body ? clearedCodes : {}),
    ...(isEnded ? endedAccess(service) : {}),
    ...(password === undefined ? {} : passwordChange(service, password)),
  };
  const target: WriteTarget = {
    ...writtenUserTarget(service, context.caller, context.hooksFor),
    expected,
    faults: [
      ...(typeof username === 'string' ? usernameFaults(username, isOwn ? String(changed.email) : undefined) : []),
      ...(await passwordFaults(service, 'role' in changes ? { ...changed, role: undefined } : changed, password)),
    ],
    relatable: relatableDocumentsForUsers(service, context),
  };
  const write = await prepareUpdate(service, target, documentId, data);
  const checked = guardNewPassword(service, password, write);
  const ended = isEnded ? andAlso(checked, (_, unit) => markSessionsEnded(unit, documentId, 'administrator')) : checked;
  const guarded = guardAdministration(service, context.caller, user, ended);
  const recorded = recordWrite(service, guarded, (after) => ({
    action: 'user.update',
    target: auditedUser(after),
    changed: namesOfChange(user, after),
  }));
  return clearingSessionCache(service, recorded);
};
