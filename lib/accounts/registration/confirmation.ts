// Confirms email addresses with a mailed link.
import { mailerFor } from '../../platform/mail/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { changeUser, findByEmail, findByCodeHash } from '../users/index.ts';
import { hashCode, newCode } from '../codes.ts';
import { confirmationMail } from '../mails.ts';

/** Mails a user the link that confirms its email address. An earlier link becomes invalid. */
export const sendConfirmation = async (service: Service, user: StoredDocument): Promise<void> => {
  const code = newCode();
  await changeUser(service, user, { confirmationToken: hashCode(code) });
  await mailerFor(service).send(confirmationMail(service, String(user.published?.email), code));
};

/** The same for the user with this email, if it has not confirmed it and is not blocked. */
export const sendConfirmationTo = async (service: Service, email: string): Promise<void> => {
  const user = await findByEmail(service, email);
  if (user?.published === undefined) return;
  const { confirmed, blocked } = user.published;
  if (confirmed !== true && blocked !== true) await sendConfirmation(service, user);
};

const invalidCode = (): ApiError => invalid('Invalid token');

/** @throws ApiError 400 for an invalid or used code */
export const confirmEmailAddress = async (service: Service, code: string): Promise<void> => {
  const value = hashCode(code);
  const user = await findByCodeHash(service, 'confirmationToken', value);
  if (user === undefined) throw invalidCode();
  const precondition = { attribute: 'confirmationToken', value, otherwise: invalidCode };
  await changeUser(service, user, { confirmed: true, confirmationToken: null }, { precondition });
};
