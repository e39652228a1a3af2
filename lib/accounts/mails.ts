// The mails to users. They contain no text from requests, because the recipient may not be the one who sent the
// request.
import { logFailure, type Request } from '../api/http/index.ts';
import { mailerFor, type Mail } from '../platform/mail/index.ts';
import type { Service } from '../platform/service.ts';

/** Sends the mail of a request that does not fail because a mail server does. @returns whether it is sent */
export const sendIfPossible = (service: Service, request: Request, mail: Mail): Promise<boolean> =>
  mailerFor(service)
    .send(mail)
    .then(
      () => true,
      (error: unknown) => {
        logFailure(request, error);
        return false;
      },
    );

/** The address of a page of the site with a parameter; without an address only the parameter. */
export const withParameter = (address: string, name: string, value: string): string => {
  if (address === '') return `?${name}=${value}`;
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password',
  text: `Someone requested a new password for this address. To set one, open this link within an hour:

${link}

If it was not you, do nothing: your password stays as it is.`,
});

/** @param site its name @param hours how long the link is valid */
export const invitationMail = (to: string, site: string, link: string, hours: number): Mail => ({
  to,
  subject: `Your account for ${site}`,
  text: `There is an account for you at ${site}. To choose its password, open this link within ${hours} hours:

${link}

If you do not expect this, do nothing.`,
});

export const confirmationMail = (to: string, page: string, code: string): Mail => ({
  to,
  subject: 'Confirm your email address',
  text: `An account was made with this address. To confirm that it is yours, open this link:

${withParameter(page, 'confirmation', code)}

If it was not you, do nothing: the account cannot be used.`,
});
