// Changes the passwords of users: by the current one, or by a mailed code.
import { invalid, type ApiError } from '../../errors.ts';
import { findCallerByName } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { normalizePassword } from '../../platform/passwords.ts';
import type { Service } from '../../platform/service.ts';
import { hashCode, isExpired, makerOf, newCode } from '../codes.ts';
import { findRole, missingAdministration } from '../roles/index.ts';
import { sessionsSinceNow } from '../sessions/index.ts';
import { auditedUser, changeUser, findByCodeHash, findByDocumentId } from '../users/index.ts';
import { checkNewPassword } from './checkNewPassword.ts';
import { matchesPassword } from './matchesPassword.ts';
import { leavesProvider, requirePasswordLogin } from './mayUsePassword.ts';

/** A password that nobody knows, for users who set their own with a link. */
export const unknownPassword = (): string => newCode();

/** The values that change with a password. They end all sessions that began earlier, and invalidate a mailed code. */
export const passwordChange = (service: Service, password: unknown) => ({
  password,
  ...sessionsSinceNow(service),
  resetPasswordToken: null,
});

const wrongPassword = (): ApiError => invalid('The provided current password is invalid');

/**
 * @param user the documentId
 * @returns the stored user
 * @throws ApiError 400 if the current password is wrong, or the new one is the same or invalid, or if no password logs the user in
 */
export const changePassword = async (
  service: Service,
  user: string,
  { currentPassword, password }: { readonly currentPassword: string; readonly password: string },
): Promise<StoredDocument> => {
  const storedUser = await findByDocumentId(service, user);
  const value = storedUser?.published?.password;
  if (!(await matchesPassword(service, currentPassword, value)) || storedUser === undefined) throw wrongPassword();
  await requirePasswordLogin(service, storedUser);
  if (normalizePassword(currentPassword) === normalizePassword(password))
    throw invalid('Your new password must be different than your current password');
  await checkNewPassword(service, storedUser.published ?? {}, password);
  const precondition = { attribute: 'password', value, otherwise: wrongPassword };
  const entry = { action: 'password.change', target: auditedUser(storedUser) } as const;
  return changeUser(service, storedUser, passwordChange(service, password), { precondition, entry });
};

/** @returns whether whoever made a link still has all permissions of administration that its user has now */
const hasRightsOver = async (service: Service, maker: string, user: StoredDocument): Promise<boolean> => {
  const { allowed = new Map<string, never>() } = (await findCallerByName(service, maker)) ?? {};
  const permissions = (await findRole(service, user))?.permissions.keys() ?? [];
  return missingAdministration({ allowed }, permissions) === undefined;
};

const invalidCode = (): ApiError => invalid('Incorrect code provided');

/**
 * @param code the mailed code, or that of a link; it is valid until its time is over, until it is used, or until the next code is made
 * @returns the stored user
 * @throws ApiError 400 if the code or the password is invalid, if no password logs the user in, or if the user has permissions of
 *   administration that whoever made the link lacks now
 */
export const resetPassword = async (
  service: Service,
  { code, password }: { readonly code: string; readonly password: string },
): Promise<StoredDocument> => {
  const value = hashCode(code);
  const user = isExpired(code, service.now()) ? undefined : await findByCodeHash(service, 'resetPasswordToken', value);
  if (user === undefined || user.published?.blocked === true) throw invalidCode();
  await requirePasswordLogin(service, user);
  await checkNewPassword(service, user.published ?? {}, password);
  // The code proves that the user receives mail at this address, so the address counts as confirmed.
  const owner = leavesProvider(service, user) ? { provider: 'local' } : {};
  const data = { ...passwordChange(service, password), ...owner, confirmed: true };
  const precondition = { attribute: 'resetPasswordToken', value, otherwise: invalidCode };
  const entry = { action: 'password.reset', target: auditedUser(user), actor: user.documentId } as const;
  const maker = makerOf(code);
  const also = async (changed: StoredDocument): Promise<void> => {
    if (maker !== undefined && !(await hasRightsOver(service, maker, changed))) throw invalidCode();
  };
  return changeUser(service, user, data, { precondition, entry, also });
};
