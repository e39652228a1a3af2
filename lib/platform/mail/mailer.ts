// Makes the mailer that the configuration names, and checks its settings.
import { logTransport } from './logTransport.ts';
import { sendingTransport } from './sendingTransport.ts';
import type { Mailer, MailSettings } from './types.ts';

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
