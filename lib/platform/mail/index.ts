// Sends mails.
export { checkMail, createMailer, inMailLanguage, mailerFor, projectMailer } from './mailer.ts';
export { mailLimits, mailLine, quoteInMail, sendLimited } from './sendLimited.ts';
export type { InMailLanguages, Mail, Mailer, MailSettings } from './types.ts';
