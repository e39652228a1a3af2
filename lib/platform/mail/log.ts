// Mails in development: written where whoever develops reads them.
import type { Mail, Mailer, MailSettings } from './types.ts';

const line = (name: string, value: string): readonly string[] => (value === '' ? [] : [`${name}: ${value}`]);

/** A mail as people read it. */
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
  // eslint-disable-next-line @typescript-eslint/require-await -- a way to send, though it has nothing to wait for
  async (mail) => {
    console.error(readable(settings, mail));
  };
