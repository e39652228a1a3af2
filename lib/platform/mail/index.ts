// Sends mails.
export { checkMail, createMailer, mailerFor, projectMailer } from './mailer.ts';
export { mailLimits, mailLine, quoteInMail, sendLimited } from './sendLimited.ts';
export type { Mail, Mailer, MailSettings } from './types.ts';
