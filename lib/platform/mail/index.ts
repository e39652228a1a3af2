// Sends mails.
export { checkMail, mailerOf } from './mailer.ts';
export type { Mail, Mailer, MailSettings } from './types.ts';
