// What sends the mails of a service: made with the first one.
import { mailerOf, type Mailer } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';

const made = new WeakMap<Service, Mailer>();

/** Functions that send no mail have nothing of what does: it is no part of the service. */
export const mailerFor = (service: Service): Mailer => {
  const mailer = made.get(service) ?? mailerOf(service.config.mail, service.secrets.smtp);
  made.set(service, mailer);
  return mailer;
};
