// Sends mails with nodemailer through SMTP or Amazon SES; the first mail loads it.
import type { Transporter } from 'nodemailer';
import { sdkLogger } from '../sdkLogger.ts';
import type { Mailer, MailSettings } from './types.ts';

type Transport = Exclude<MailSettings['transport'], 'log'>;

/** The timeout of the connection, the greeting and the socket: less than the time of a Lambda function. */
const timeoutMs = 10_000;

const openTransport: Readonly<Record<Transport, (smtp: string | undefined) => Promise<Transporter>>> = {
  smtp: async (url) => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
  },
  ses: async () => {
    const [{ default: nodemailer }, { SESv2Client, SendEmailCommand }] = await Promise.all([
      import('nodemailer'),
      import('@aws-sdk/client-sesv2'),
    ]);
    const sesClient = new SESv2Client({
      logger: sdkLogger,
      requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
    });
    return nodemailer.createTransport({ SES: { sesClient, SendEmailCommand } });
  },
};

export const sendingTransport = (
  { from, replyTo }: MailSettings,
  transport: Transport,
  smtp: string | undefined,
): Mailer['send'] => {
  let transporterPromise: Promise<Transporter> | undefined;
  return async ({ to, ...mail }) => {
    transporterPromise ??= openTransport[transport](smtp);
    const transporter = await transporterPromise;
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
