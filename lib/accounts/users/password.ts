// Passwords that change: by who knows the last one, or who was mailed a code.
import type { Stored } from '../../platform/db/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import { passwordsFor } from '../../platform/passwords.ts';
import type { Service } from '../../platform/service.ts';
import { changeUser, withAddress, withDocumentId, withHash } from './accounts.ts';
import { hashOf, isOver, newCodeUntil } from './codes.ts';
import { mailerFor } from './mailer.ts';
import { resetMail } from './mails.ts';

/** With the password the sessions end that began with the last one, and so does a code that was mailed to set another. */
export const newPassword = ({ now }: Service, password: unknown) => ({
  password,
  sessionsSince: now().toISOString(),
  resetPasswordToken: null,
});

const wrongPassword = (): ApiError => invalid('The provided current password is invalid');

/**
 * @param user the documentId
 * @returns the user as stored
 * @throws ApiError 400 when the current password is another, when the new one is the same, or does not fit
 */
export const changePassword = async (
  service: Service,
  user: string,
  { currentPassword, password }: { readonly currentPassword: string; readonly password: string },
): Promise<Stored> => {
  const known = await withDocumentId(service, user);
  const value = known?.published?.password;
  if (!(await passwordsFor(service).matches(currentPassword, value)) || known === undefined) throw wrongPassword();
  if (currentPassword === password) throw invalid('Your new password must be different than your current password');
  const still = { attribute: 'password', value, otherwise: wrongPassword };
  return changeUser(service, known, newPassword(service, password), still);
};

const hourMs = 3_600_000;

/** Mails a code, to who has that address and is not blocked. The last code before is over with it. */
export const sendCode = async (service: Service, email: string): Promise<void> => {
  const user = await withAddress(service, email);
  if (user === undefined || user.published?.blocked === true) return;
  const code = newCodeUntil(new Date(service.now().getTime() + hourMs));
  await changeUser(service, user, { resetPasswordToken: hashOf(code) });
  await mailerFor(service).send(resetMail(String(user.published?.email), service.config.auth.resetPasswordUrl, code));
};

const wrongCode = (): ApiError => invalid('Incorrect code provided');

/**
 * @param code as it was mailed: it is over when it was used, after an hour, and with the next
 * @returns the user as stored
 * @throws ApiError 400 when it is none, or when the password does not fit
 */
export const resetPassword = async (
  service: Service,
  { code, password }: { readonly code: string; readonly password: string },
): Promise<Stored> => {
  const value = hashOf(code);
  const user = isOver(code, service.now()) ? undefined : await withHash(service, 'resetPasswordToken', value);
  if (user === undefined || user.published?.blocked === true) throw wrongCode();
  // Who was mailed the code reads what is mailed to the address.
  const data = { ...newPassword(service, password), confirmed: true };
  return changeUser(service, user, data, { attribute: 'resetPasswordToken', value, otherwise: wrongCode });
};
