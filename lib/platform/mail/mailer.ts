// The mailer of a service: made with the first mail, by the transport that the configuration names.
import { writeLog } from '../log.ts';
import { sendingTransport } from './sendingTransport.ts';
import type { InMailLanguages, Mailer, MailSettings, Mail } from './types.ts';
import type { Config, Secrets } from '../config/index.ts';

const headerLine = (name: string, value: string): readonly string[] => (value === '' ? [] : [`${name}: ${value}`]);

/** Formats a mail as text. */
const formatMail = ({ from, replyTo }: MailSettings, { to, subject, text, html }: Mail): string =>
  [
    ...headerLine('From', from),
    ...headerLine('Reply-To', replyTo),
    ...headerLine('To', to),
    ...headerLine('Subject', subject),
    '',
    text ?? html,
  ].join('\n');

const logTransport =
  (settings: MailSettings): Mailer['send'] =>
  // eslint-disable-next-line @typescript-eslint/require-await -- a transport must return a promise
  async (mail) => {
    writeLog('warn', { message: 'a mail is sent to nobody: mail.transport is log', mail: formatMail(settings, mail) });
  };

/** @param smtp the URL of the SMTP server; needed only for the transport `smtp` */
export const createMailer = (settings: MailSettings, smtp: string | undefined): Mailer =>
  settings.transport === 'log'
    ? { send: logTransport(settings) }
    : { send: sendingTransport(settings, settings.transport, smtp) };

/**
 * Checks the mail settings at the start, before a mail could be lost.
 *
 * @throws Error that says what to set
 */
export const checkMail = ({ transport, from }: MailSettings, smtp: string | undefined): void => {
  if (transport === 'log') return;
  if (from === '') throw new Error('mail.from is empty: write the sender of mails in lectern.json');
  if (transport === 'smtp' && smtp === undefined)
    throw new Error(
      'LECTERN_SMTP_URL is not set, and mail.transport is smtp: set it, such as smtps://user:password@mail.example.org',
    );
};

/** What a mailer needs of a service. */
export interface MailingService {
  readonly config: Pick<Config, 'mail'>;
  readonly secrets: Pick<Secrets, 'smtp'>;
}

/** What the site's mails have in their language. */
export const inMailLanguage = <T>({ config: { mail } }: Pick<MailingService, 'config'>, texts: InMailLanguages<T>): T =>
  texts[mail.language];

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
