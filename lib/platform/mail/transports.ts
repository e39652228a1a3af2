// Sends mails with nodemailer through SMTP or Amazon SES; the first mail loads it.
import type { Transporter } from 'nodemailer';
import type { Mailer, MailSettings } from './types.ts';

type Transport = Exclude<MailSettings['transport'], 'log'>;

/** The timeout of the connection, the greeting and the socket: less than the time of a Lambda function. */
const patienceMs = 10_000;

const open: Readonly<Record<Transport, (smtp: string | undefined) => Promise<Transporter>>> = {
  smtp: async (url) => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
    });
  },
  ses: async () => {
    const [{ createTransport }, { SESv2Client, SendEmailCommand }] = await Promise.all([
      import('nodemailer'),
      import('@aws-sdk/client-sesv2'),
    ]);
    return createTransport({ SES: { sesClient: new SESv2Client(), SendEmailCommand } });
  },
};

export const transported = (
  { from, replyTo }: MailSettings,
  transport: Transport,
  smtp: string | undefined,
): Mailer['send'] => {
  let opened: Promise<Transporter> | undefined;
  return async ({ to, ...mail }) => {
    opened ??= open[transport](smtp);
    const transporter = await opened;
    await transporter.sendMail({
      ...mail,
      from,
      // An object is always one address; nodemailer would parse a string as a list.
      to: { name: '', address: to },
      ...(replyTo === '' ? {} : { replyTo }),
      // No mail refers to files or URLs, so nodemailer must not read any.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
};
