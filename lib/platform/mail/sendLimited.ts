// Sends mails that users cause, as many as their receivers and senders may have in an hour.
import { countInWindow, type CountingService } from '../countInWindow.ts';
import { errorDetails, writeLog } from '../log.ts';
import { mailerFor, type MailingService } from './mailer.ts';
import type { Mail } from './types.ts';

/**
 * The most mails of a kind in an hour: to one receiver, and because of one sender. Links to set a password and to confirm an
 * address have the limits of their requests (`auth.limits`), and mails about second factors are sent once for each event.
 */
export const mailLimits = {
  comment: { receiver: 20, sender: 30 },
  review: { receiver: 20, sender: 30 },
  release: { receiver: 20, sender: undefined },
  newDevice: { receiver: 10, sender: undefined },
} as const;

const hourSeconds = 3_600;

/**
 * @param mail whose subject is the site's own, without any text of users
 * @param sender the documentId of the user who causes it
 * @returns false if it is not sent: there were too many in this hour, or the transport does not accept it, which is logged
 */
export const sendLimited = async (
  service: MailingService & CountingService,
  kind: keyof typeof mailLimits,
  mail: Mail,
  sender?: string,
): Promise<boolean> => {
  const limits = mailLimits[kind];
  const isWithin = async (limit: number, ...key: readonly string[]): Promise<boolean> =>
    (await countInWindow(service, hourSeconds, ['mail', kind, ...key])).count <= limit;
  // The sender first: whoever has sent too many does not use up what others may send to the receiver.
  if (sender !== undefined && limits.sender !== undefined && !(await isWithin(limits.sender, 'from', sender)))
    return false;
  if (!(await isWithin(limits.receiver, 'to', mail.to.toLowerCase()))) return false;
  try {
    await mailerFor(service).send(mail);
    return true;
  } catch (error) {
    writeLog('error', { message: `a mail (${kind}) failed`, error: errorDetails(error) });
    return false;
  }
};

/** @returns text of users for the text of a mail: in one line, and no longer than a title is */
export const mailLine = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

/** @returns text of users as a quotation, each of whose lines is marked */
export const quoteInMail = (text: string): string =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    .map((line) => `> ${line.replaceAll(/\p{Cc}/gu, ' ')}`.trimEnd())
    .join('\n');
