// The mailer of a service, created with the first mail.
import { createMailer, type Mailer } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';

const made = new WeakMap<Service, Mailer>();

/** Returns the mailer. It is not part of `Service`, so functions that send no mail do not contain its code. */
export const mailerFor = (service: Service): Mailer => {
  const mailer = made.get(service) ?? createMailer(service.config.mail, service.secrets.smtp);
  made.set(service, mailer);
  return mailer;
};
