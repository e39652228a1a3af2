// The mails to users. They contain no text from requests, because the recipient may not be the one who sent the
// request.
import type { Mail } from '../../platform/mail/index.ts';

/** The link to a page of the site with a code; without a page only the parameter. */
export const linkOf = (address: string, parameter: string, code: string): string => {
  if (address === '') return `?${parameter}=${code}`;
  const link = new URL(address);
  link.searchParams.set(parameter, code);
  return link.href;
};

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Set a new password',
  text: `Someone requested a new password for this address. To set one, open this link within an hour:

${link}

If it was not you, do nothing: your password stays as it is.`,
});

export const confirmationMail = (to: string, page: string, code: string): Mail => ({
  to,
  subject: 'Confirm your email address',
  text: `An account was made with this address. To confirm that it is yours, open this link:

${linkOf(page, 'confirmation', code)}

If it was not you, do nothing: the account cannot be used.`,
});
