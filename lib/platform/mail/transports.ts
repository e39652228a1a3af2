// Mails that are sent, by nodemailer: through an SMTP server, or Amazon's SES. Loaded with the first mail.
import type { Transporter } from 'nodemailer';
import type { Mailer, MailSettings } from './types.ts';

type Transport = Exclude<MailSettings['transport'], 'log'>;

/** So long a server may take to be reached, to greet, and to say something: less than a function has. */
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
      // As an object it is one address, whatever stands in it.
      to: { name: '', address: to },
      ...(replyTo === '' ? {} : { replyTo }),
      // Texts are ours, and name no files or addresses to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
};
