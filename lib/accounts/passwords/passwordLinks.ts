// Links with which users set a password: mailed to those who forgot theirs, and made by administrators.
import { writerOf, type Caller } from '../../platform/access/index.ts';
import { mailerFor } from '../../platform/mail/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser, changeUser, findByEmail } from '../users/index.ts';
import { hashCode, newExpiringCode } from '../codes.ts';
import { invitationMail, resetMail, sendIfPossible, withParameter } from '../mails.ts';
import { mayUsePassword, requirePasswordLogin } from './mayUsePassword.ts';
import type { AuditEntry } from '../../platform/audit/index.ts';
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
    return withParameter(auth.resetPasswordUrl, 'code', code);
  // A fragment is in no log and in no Referer header.
  return `${editorUrl.replace(/\/$/, '')}/set-password#code=${code}`;
};

const hourMs = 3_600_000;

/** Makes a code with which the user can set a password once, until this time. An earlier code becomes invalid. */
const newResetCode = async (
  service: Service,
  user: StoredDocument,
  until: Date,
  { maker, entry }: { readonly maker?: string | undefined; readonly entry?: AuditEntry } = {},
): Promise<string> => {
  const code = newExpiringCode(until, maker);
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
  await mailerFor(service).send(resetMail(service, String(user.published?.email), link));
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
 * @param caller who makes it: it is invalid while the user has permissions of administration that the caller lacks
 * @param origin that of the editor which asks for it; the empty text if it is not known
 * @throws ApiError 400 for a blocked user, and for one whom no password logs in
 */
export const createPasswordLink = async (
  service: Service,
  user: StoredDocument,
  caller: Caller,
  origin = '',
): Promise<PasswordLink> => {
  if (user.published?.blocked === true)
    throw new ApiError(400, 'ApplicationError', 'The user is blocked: end that before you make a link');
  await requirePasswordLogin(service, user);
  const expiresAt = new Date(service.now().getTime() + linkHours * hourMs);
  const entry = { action: 'user.password-link', target: auditedUser(user) } as const;
  const code = await newResetCode(service, user, expiresAt, { maker: writerOf(caller), entry });
  const { url } = service.config.editor;
  return { url: await passwordPage(service, user, code, url === '' ? `${origin}/editor` : url), expiresAt };
};

/**
 * Mails a link of `createPasswordLink` to its user, if the configuration has the address of the editor: one from the request is mailed
 * to nobody, because anybody can send it.
 *
 * @returns whether it is sent
 */
export const mailPasswordLink = async (
  service: Service,
  request: Request,
  user: StoredDocument,
  { url }: PasswordLink,
): Promise<boolean> => {
  const { editor, mail } = service.config;
  if (mail.transport === 'log' || editor.url === '') return false;
  return sendIfPossible(service, request, invitationMail(service, String(user.published?.email), url, linkHours));
};
