// Mails: one small interface, and what is behind it by configuration.
import { logged } from './log.ts';
import { transported } from './transports.ts';
import type { Mailer, MailSettings } from './types.ts';

/** @param smtp the URL of the server that sends them, where one does */
export const mailerOf = (settings: MailSettings, smtp: string | undefined): Mailer =>
  settings.transport === 'log' ? { send: logged(settings) } : { send: transported(settings, settings.transport, smtp) };

/**
 * What is said at the start, rather than when the first mail is lost.
 *
 * @throws Error saying what to set
 */
export const checkMail = ({ transport, from }: MailSettings, smtp: string | undefined): void => {
  if (transport === 'log') return;
  if (from === '') throw new Error('mail.from is empty: say in lectern.json who mails are from');
  if (transport === 'smtp' && smtp === undefined)
    throw new Error(
      'LECTERN_SMTP_URL is not set: mail.transport is smtp, write smtps://user:password@mail.example.org',
    );
};
