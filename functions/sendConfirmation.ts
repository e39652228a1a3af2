// POST /api/auth/send-email-confirmation mails the link again; the answer is the same where there is nobody to mail it to.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitAuth, bodyOf, quietly, readTexts, sendConfirmationTo } from '../lib/accounts/users/index.ts';

export const sendAgain: Operation = async (request, service) => {
  await admitAuth(request, service, 'sendEmailConfirmation');
  await checkAddress(service, request, 'forgot');
  const { email } = readTexts(bodyOf(await request.readBody()), { email: 'email' });
  await checkIdentifier(service, 'forgot', email);
  await quietly(service, request, sendConfirmationTo(service, email));
  return plain({ email: email.toLowerCase(), sent: true });
};

export const handler = endpoint(sendAgain);
