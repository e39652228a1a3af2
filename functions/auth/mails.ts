// The routes below /api/auth that send mail.
import { checkAddress, checkIdentifier } from '../../lib/api/rateLimit.ts';
import { ApiError } from '../../lib/errors.ts';
import { logFailure, plainAnswer, type CheckedOperation } from '../../lib/api/http/index.ts';
import type { Caller } from '../../lib/platform/access/index.ts';
import { isRequiredFor } from '../../lib/accounts/factors/index.ts';
import { startSession, sessionAnswer, usesStrictCookie } from '../../lib/accounts/sessions/index.ts';
import { readBodyOrForm, readObject, readTexts, refuseOtherKeys } from '../../lib/accounts/authBody.ts';
import { withMinimumDuration } from '../../lib/accounts/withMinimumDuration.ts';
import {
  readRegistration,
  register,
  sendConfirmation,
  sendConfirmationTo,
} from '../../lib/accounts/registration/index.ts';
import { mailsLinksToEditors, sendResetCode } from '../../lib/accounts/passwords/index.ts';
import { readUser, populateRole } from '../../lib/accounts/users/index.ts';

export const mails = {
  register: async (request, service, caller) => {
    if (!service.config.auth.register || service.config.signIn.passwordLogin === 'nobody')
      throw new ApiError(400, 'ApplicationError', 'Register action is currently disabled');
    await checkAddress(service, request, 'register');
    const registration = readRegistration(service, await readBodyOrForm(request));
    await checkIdentifier(service, 'register', registration.email);
    const created = await register(service, { caller, locales: await service.locales.known() }, registration);
    const user = await readUser(request, service, caller, created.documentId, populateRole);
    if (!service.config.auth.emailConfirmation) {
      // The user logs in, and sets up the factor then.
      if (isRequiredFor(service, 'authenticated')) return plainAnswer({ user });
      return sessionAnswer(service, request, await startSession(service, request, created), { user });
    }
    await sendConfirmation(service, created).catch((error: unknown) => {
      logFailure(request, error);
      throw new ApiError(400, 'ApplicationError', 'Error sending confirmation email');
    });
    return plainAnswer({ user });
  },
  // The answer is the same if no user has the address.
  forgotPassword: async (request, service) => {
    if (!service.config.auth.forgotPassword)
      throw new ApiError(400, 'ApplicationError', 'Forgot password action is currently disabled');
    // The editor says so, because its users have no other page to ask.
    if (usesStrictCookie(request) && !mailsLinksToEditors(service))
      throw new ApiError(400, 'ApplicationError', 'This site mails no links to set a password');
    await checkAddress(service, request, 'forgot');
    const body = readObject(await request.readBody());
    const { email } = readTexts(body, { email: 'email' });
    refuseOtherKeys(body, ['email']);
    await checkIdentifier(service, 'forgot', email);
    await withMinimumDuration(service, request, sendResetCode(service, email));
    return plainAnswer({ ok: true });
  },
  sendConfirmation: async (request, service) => {
    await checkAddress(service, request, 'forgot');
    const { email } = readTexts(readObject(await request.readBody()), { email: 'email' });
    await checkIdentifier(service, 'forgot', email);
    await withMinimumDuration(service, request, sendConfirmationTo(service, email));
    return plainAnswer({ email: email.toLowerCase(), sent: true });
  },
} satisfies Readonly<Record<string, CheckedOperation<Caller>>>;
