// Sends mails.
export { checkMail, createMailer, mailerFor, projectMailer } from './mailer.ts';
export type { Mail, Mailer, MailSettings } from './types.ts';
