// The mailer of a service, created with the first mail.
import { createMailer, type Mailer } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';

const mailers = new WeakMap<Service, Mailer>();

/** Returns the mailer. It is not part of `Service`, so functions that send no mail do not contain its code. */
export const mailerFor = (service: Service): Mailer => {
  const mailer = mailers.get(service) ?? createMailer(service.config.mail, service.secrets.smtp);
  mailers.set(service, mailer);
  return mailer;
};
