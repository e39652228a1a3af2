// Sends mails.
export { checkMail, createMailer } from './mailer.ts';
export { mailerFor, projectMailer } from './mailerFor.ts';
export type { Mail, Mailer, MailSettings } from './types.ts';
