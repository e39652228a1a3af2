// Writes mails to stderr, for development.
import type { Mail, Mailer, MailSettings } from './types.ts';

const line = (name: string, value: string): readonly string[] => (value === '' ? [] : [`${name}: ${value}`]);

/** Formats a mail as text. */
export const readable = ({ from, replyTo }: MailSettings, { to, subject, text }: Mail): string =>
  [
    '',
    ...line('From', from),
    ...line('Reply-To', replyTo),
    ...line('To', to),
    ...line('Subject', subject),
    '',
    text,
    '',
  ].join('\n');

export const logged =
  (settings: MailSettings): Mailer['send'] =>
  // eslint-disable-next-line @typescript-eslint/require-await -- a transport must return a promise
  async (mail) => {
    console.error(readable(settings, mail));
  };
