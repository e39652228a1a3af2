// The mails about factors.
import type { Mail } from '../../platform/mail/index.ts';

/** @param site its name in the editor */
export const resetMail = (to: string, site: string): Mail => ({
  to,
  subject: 'Your second factor was reset',
  text: `An administrator of ${site} has removed the second factor of your account, and ended your sessions.

Log in with your password, and set up a new one in your account. If you did not ask for this, tell your administrator.`,
});
