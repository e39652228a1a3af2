// POST /api/auth/forgot-password mails a code to who has that address; the answer is the same where nobody has.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { ApiError } from '../lib/errors.ts';
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitAuth, bodyOf, quietly, readTexts, refuseOthers, sendCode } from '../lib/accounts/users/index.ts';

export const forgot: Operation = async (request, service) => {
  await admitAuth(request, service, 'forgotPassword');
  if (!service.config.auth.forgotPassword)
    throw new ApiError(400, 'ApplicationError', 'Forgot password action is currently disabled');
  await checkAddress(service, request, 'forgot');
  const body = bodyOf(await request.readBody());
  const { email } = readTexts(body, { email: 'email' });
  refuseOthers(body, ['email']);
  await checkIdentifier(service, 'forgot', email);
  await quietly(service, request, sendCode(service, email));
  return plain({ ok: true });
};

export const handler = endpoint(forgot);
