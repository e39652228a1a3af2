// Confirms email addresses with a mailed link.
import type { StoredDocument } from '../../platform/db/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { changeUser, withAddress, withHash } from './accounts.ts';
import { hashOf, newCode } from './codes.ts';
import { mailerFor } from './mailer.ts';
import { confirmationMail } from './mails.ts';

/** Mails a user the link that confirms its email address. An earlier link becomes invalid. */
export const sendConfirmation = async (service: Service, user: StoredDocument): Promise<void> => {
  const code = newCode();
  await changeUser(service, user, { confirmationToken: hashOf(code) });
  await mailerFor(service).send(
    confirmationMail(String(user.published?.email), service.config.auth.confirmationUrl, code),
  );
};

/** The same for the user with this email, if it has not confirmed it and is not blocked. */
export const sendConfirmationTo = async (service: Service, email: string): Promise<void> => {
  const user = await withAddress(service, email);
  if (user?.published === undefined) return;
  const { confirmed, blocked } = user.published;
  if (confirmed !== true && blocked !== true) await sendConfirmation(service, user);
};

const wrongCode = (): ApiError => invalid('Invalid token');

/** @throws ApiError 400 for an invalid or used code */
export const confirm = async (service: Service, code: string): Promise<void> => {
  const value = hashOf(code);
  const user = await withHash(service, 'confirmationToken', value);
  if (user === undefined) throw wrongCode();
  const still = { attribute: 'confirmationToken', value, otherwise: wrongCode };
  await changeUser(service, user, { confirmed: true, confirmationToken: null }, still);
};
