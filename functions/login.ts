// POST /api/auth/local begins a session: {identifier, password} to {jwt, user}.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitAuth, begin, readCredentials, userOf, userWith } from '../lib/accounts/users/index.ts';

export const logIn: Operation = async (request, service) => {
  const caller = await admitAuth(request, service, 'callback');
  await checkAddress(service, request, 'login');
  const credentials = readCredentials(await request.readBody());
  await checkIdentifier(service, 'login', credentials.identifier);
  const user = await userWith(service, credentials);
  return plain({
    ...(await begin(service, user)),
    user: await userOf(request, service, caller, user.documentId),
  });
};

export const handler = endpoint(logIn);
