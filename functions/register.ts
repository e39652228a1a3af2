// POST /api/auth/local/register makes a user of who asks, and begins their session unless they have to confirm their address.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { ApiError } from '../lib/errors.ts';
import { endpoint, logFailure, plain, type Operation } from '../lib/api/http/index.ts';
import {
  admitAuth,
  begin,
  readRegistration,
  register,
  sendConfirmation,
  userOf,
  withRole,
} from '../lib/accounts/users/index.ts';

export const signUp: Operation = async (request, service) => {
  const caller = await admitAuth(request, service, 'register');
  if (!service.config.auth.register)
    throw new ApiError(400, 'ApplicationError', 'Register action is currently disabled');
  await checkAddress(service, request, 'register');
  const registration = readRegistration(service, await request.readBody());
  await checkIdentifier(service, 'register', registration.email);
  const made = await register(service, { caller, locales: await service.locales.known() }, registration);
  const user = await userOf(request, service, caller, made.documentId, withRole);
  if (!service.config.auth.emailConfirmation) return plain({ ...(await begin(service, made)), user });
  await sendConfirmation(service, made).catch((error: unknown) => {
    logFailure(request, error);
    throw new ApiError(400, 'ApplicationError', 'Error sending confirmation email');
  });
  return plain({ user });
};

export const handler = endpoint(signUp);
