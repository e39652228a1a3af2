// The mails to users. They contain no text from requests, because the recipient may not be the one who sent the
// request.
import { logFailure, type Request } from '../api/http/index.ts';
import { inMailLanguage, mailerFor, type Mail } from '../platform/mail/index.ts';
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

export const resetMail = (service: Service, to: string, link: string): Mail => ({
  to,
  ...inMailLanguage(service, {
    en: {
      subject: 'Set a new password',
      text: `Someone requested a new password for this address. To set one, open this link within an hour:

${link}

If it was not you, do nothing: your password stays as it is.`,
    },
    de: {
      subject: 'Ein neues Passwort festlegen',
      text: `Jemand hat für diese Adresse ein neues Passwort angefordert. Um es festzulegen, öffnen Sie innerhalb einer Stunde diesen Link:

${link}

Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.`,
    },
  }),
});

/** @param hours how long the link is valid */
export const invitationMail = (service: Service, to: string, link: string, hours: number): Mail => {
  const { name: site } = service.config.editor;
  return {
    to,
    ...inMailLanguage(service, {
      en: {
        subject: `Your account for ${site}`,
        text: `There is an account for you at ${site}. To choose its password, open this link within ${hours} hours:

${link}

If you do not expect this, do nothing.`,
      },
      de: {
        subject: `Ihr Konto für ${site}`,
        text: `Bei ${site} gibt es ein Konto für Sie. Um sein Passwort zu wählen, öffnen Sie innerhalb von ${hours} Stunden diesen Link:

${link}

Wenn Sie das nicht erwarten, tun Sie nichts.`,
      },
    }),
  };
};

export const confirmationMail = (service: Service, to: string, code: string): Mail => {
  const link = withParameter(service.config.auth.confirmationUrl, 'confirmation', code);
  return {
    to,
    ...inMailLanguage(service, {
      en: {
        subject: 'Confirm your email address',
        text: `An account was made with this address. To confirm that it is yours, open this link:

${link}

If it was not you, do nothing: the account cannot be used.`,
      },
      de: {
        subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
        text: `Mit dieser Adresse wurde ein Konto angelegt. Um zu bestätigen, dass sie Ihnen gehört, öffnen Sie diesen Link:

${link}

Wenn Sie es nicht waren, tun Sie nichts: Das Konto lässt sich nicht benutzen.`,
      },
    }),
  };
};
