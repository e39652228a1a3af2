// Sends mails.
export { checkMail, createMailer } from './mailer.ts';
export type { Mail, Mailer, MailSettings } from './types.ts';
