// POST /api/auth/reset-password: who was mailed a code sets another password, and a session begins.
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitAuth, begin, readNewPassword, resetPassword, userOf } from '../lib/accounts/users/index.ts';

export const reset: Operation = async (request, service) => {
  const caller = await admitAuth(request, service, 'resetPassword');
  const given = readNewPassword(await request.readBody(), 'code');
  const user = await resetPassword(service, given);
  return plain({
    ...(await begin(service, user)),
    user: await userOf(request, service, caller, user.documentId),
  });
};

export const handler = endpoint(reset);
