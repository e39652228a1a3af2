// Writes mails to stderr, for development.
import type { Mail, Mailer, MailSettings } from './types.ts';

const headerLine = (name: string, value: string): readonly string[] => (value === '' ? [] : [`${name}: ${value}`]);

/** Formats a mail as text. */
const formatMail = ({ from, replyTo }: MailSettings, { to, subject, text, html }: Mail): string =>
  [
    '',
    ...headerLine('From', from),
    ...headerLine('Reply-To', replyTo),
    ...headerLine('To', to),
    ...headerLine('Subject', subject),
    '',
    text ?? html,
    '',
  ].join('\n');

export const logTransport =
  (settings: MailSettings): Mailer['send'] =>
  // eslint-disable-next-line @typescript-eslint/require-await -- a transport must return a promise
  async (mail) => {
    console.error(formatMail(settings, mail));
  };
