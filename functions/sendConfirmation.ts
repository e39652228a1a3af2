// POST /api/auth/send-email-confirmation mails the link again; the answer is the same where there is nobody to mail it to.
import { checkAttempts } from '../lib/abuse/index.ts';
import { endpoint, plain, type Operation } from '../lib/http/index.ts';
import { admitAuth, bodyOf, quietly, readTexts, sendConfirmationTo } from '../lib/users/index.ts';

export const sendAgain: Operation = async (request, service) => {
  await admitAuth(request, service, 'sendEmailConfirmation');
  const { email } = readTexts(bodyOf(request.body), { email: 'email' });
  await checkAttempts(service, request, 'forgot', email);
  await quietly(service, request, sendConfirmationTo(service, email));
  return plain({ email: email.toLowerCase(), sent: true });
};

export const handler = endpoint(sendAgain);
