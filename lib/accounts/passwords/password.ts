// Passwords of users: changed, reset with a mailed code, and set with a link.
import { mailerFor } from '../../platform/mail/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { invalid, ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser, changeUser, findByEmail, findByDocumentId, findByCodeHash } from '../users/index.ts';
import { hashCode, isExpired, newExpiringCode } from '../codes.ts';
import { matchesPassword } from './importedPassword.ts';
import { resetMail, linkOf } from '../mails.ts';
import { leavesProvider, mayUsePassword, requirePasswordLogin } from './passwordLogin.ts';
import { sessionsSinceNow } from '../sessions/index.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
import { checkNewPassword } from './checkNewPassword.ts';
import { worksInEditor } from '../roles/index.ts';

/**
 * The link to the page on which a user sets a password: in the editor for those who work there, and for all if the site has
 * no such page.
 *
 * @param editorUrl the address of the editor; the empty text if it is not known
 * @returns only the parameter with the code if neither has a known address
 */
const passwordPage = async (
  service: Service,
  user: StoredDocument,
  code: string,
  editorUrl: string,
): Promise<string> => {
  const { editor, auth } = service.config;
  const hasEditor = editor.enabled && editorUrl !== '';
  if (!hasEditor || (auth.resetPasswordUrl !== '' && !(await worksInEditor(service, user))))
    return linkOf(auth.resetPasswordUrl, 'code', code);
  // A fragment is in no log and in no Referer header.
  return `${editorUrl.replace(/\/$/, '')}/set-password#code=${code}`;
};

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
  if (currentPassword === password) throw invalid('Your new password must be different than your current password');
  await checkNewPassword(service, storedUser.published ?? {}, password);
  const precondition = { attribute: 'password', value, otherwise: wrongPassword };
  const entry = { action: 'password.change', target: auditedUser(storedUser) } as const;
  return changeUser(service, storedUser, passwordChange(service, password), { precondition, entry });
};

const hourMs = 3_600_000;

/** Makes a code with which the user can set a password once, until this time. An earlier code becomes invalid. */
const newResetCode = async (
  service: Service,
  user: StoredDocument,
  until: Date,
  entry?: AuditEntry,
): Promise<string> => {
  const code = newExpiringCode(until);
  await changeUser(service, user, { resetPasswordToken: hashCode(code) }, { entry });
  return code;
};

/** Whether users of the editor who forgot their password get a mail with a link that they can open. */
export const mailsLinksToEditors = ({ config: { auth, editor, mail } }: Pick<Service, 'config'>): boolean =>
  auth.forgotPassword &&
  mail.transport !== 'log' &&
  ((editor.enabled && editor.url !== '') || auth.resetPasswordUrl !== '');

/**
 * Mails a link with a code to the user with this email, unless it is blocked or has no use for a password. An earlier code becomes invalid. The link
 * never has an address from the request, because anybody can send one.
 */
export const sendResetCode = async (service: Service, email: string): Promise<void> => {
  const user = await findByEmail(service, email);
  if (user === undefined || user.published?.blocked === true || !(await mayUsePassword(service, user))) return;
  const code = await newResetCode(service, user, new Date(service.now().getTime() + hourMs));
  const link = await passwordPage(service, user, code, service.config.editor.url);
  await mailerFor(service).send(resetMail(String(user.published?.email), link));
};

const invalidCode = (): ApiError => invalid('Incorrect code provided');

/**
 * @param code the mailed code; it is valid until its time is over, until it is used, or until the next code is made
 * @returns the stored user
 * @throws ApiError 400 if the code or the password is invalid, or if no password logs the user in
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
  return changeUser(service, user, data, { precondition, entry });
};

/** Long enough to send the link to a new colleague. */
export const linkHours = 48;

export interface PasswordLink {
  /** A path if neither the configuration nor the request names the address of the site. */
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link with which the user sets a password once, within 48 hours. An earlier link becomes invalid.
 *
 * @param origin that of the editor which asks for it; the empty text if it is not known
 * @throws ApiError 400 for a blocked user, and for one whom no password logs in
 */
export const createPasswordLink = async (
  service: Service,
  user: StoredDocument,
  origin = '',
): Promise<PasswordLink> => {
  if (user.published?.blocked === true)
    throw new ApiError(400, 'ApplicationError', 'The user is blocked: end that before you make a link');
  await requirePasswordLogin(service, user);
  const expiresAt = new Date(service.now().getTime() + linkHours * 3_600_000);
  const entry = { action: 'user.password-link', target: auditedUser(user) } as const;
  const code = await newResetCode(service, user, expiresAt, entry);
  const { url } = service.config.editor;
  return { url: await passwordPage(service, user, code, url === '' ? `${origin}/editor` : url), expiresAt };
};
