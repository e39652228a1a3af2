// The mailer of a service, created with the first mail.
import type { Config, Secrets } from '../config/index.ts';
import { createMailer } from './mailer.ts';
import type { Mail, Mailer } from './types.ts';

/** What a mailer needs of a service. */
interface MailingService {
  readonly config: Pick<Config, 'mail'>;
  readonly secrets: Pick<Secrets, 'smtp'>;
}

const mailers = new WeakMap<MailingService, Mailer>();

/** Returns the mailer. It is not part of `Service`, so functions that send no mail do not contain its code. */
export const mailerFor = (service: MailingService): Mailer => {
  const mailer = mailers.get(service) ?? createMailer(service.config.mail, service.secrets.smtp);
  mailers.set(service, mailer);
  return mailer;
};

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !/[\r\n]/.test(value);

const isTextOrMissing = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** @throws TypeError naming what is wrong with a mail of project code */
const checkProjectMail = ({ to, subject, text, html }: Mail): void => {
  if (!isLine(to) || !/^[^\s@,;]+@[^\s@,;]+$/.test(to)) throw new TypeError('mail.to must be one email address');
  if (!isLine(subject)) throw new TypeError('mail.subject must be one line of text');
  if (!isTextOrMissing(text)) throw new TypeError('mail.text must be a text');
  if (!isTextOrMissing(html)) throw new TypeError('mail.html must be a text');
  if ([text, html].every((part) => part === undefined)) throw new TypeError('a mail must have a text or html');
};

/** The mailer of project code: it checks each mail, and takes nothing but the attributes of `Mail`. */
export const projectMailer = (service: MailingService): Mailer => ({
  send: async (mail) => {
    checkProjectMail(mail);
    const { to, subject, text, html } = mail;
    const content = text === undefined ? { html } : { text, ...(html === undefined ? {} : { html }) };
    await mailerFor(service).send({ to, subject, ...content });
  },
});
