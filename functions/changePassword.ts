// POST /api/auth/change-password: who is logged in sets another password, and their session begins anew.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { ApiError } from '../lib/errors.ts';
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitAuth, begin, changePassword, readNewPassword, userOf } from '../lib/accounts/users/index.ts';

export const change: Operation = async (request, service) => {
  const caller = await admitAuth(request, service, 'changePassword');
  if (caller.user === undefined)
    throw new ApiError(400, 'ApplicationError', 'You must be authenticated to reset your password');
  await checkAddress(service, request, 'login');
  await checkIdentifier(service, 'login', caller.user);
  const passwords = readNewPassword(await request.readBody(), 'currentPassword');
  const user = await changePassword(service, caller.user, passwords);
  return plain({
    ...(await begin(service, user)),
    user: await userOf(request, service, caller, user.documentId),
  });
};

export const handler = endpoint(change);
