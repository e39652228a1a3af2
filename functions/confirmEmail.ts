// GET /api/auth/email-confirmation?confirmation=… confirms an address, and leads to the page that follows.
import { endpoint, type Operation } from '../lib/api/http/index.ts';
import { parseTree } from '../lib/read/query/index.ts';
import { admitAuth, bodyOf, confirm, readTexts } from '../lib/accounts/users/index.ts';

export const confirmEmail: Operation = async (request, service) => {
  await admitAuth(request, service, 'emailConfirmation');
  const { confirmation } = readTexts(bodyOf(parseTree(request.query)), { confirmation: 'secret' });
  await confirm(service, confirmation);
  const { confirmationRedirectUrl: page } = service.config.auth;
  return { status: 302, headers: { location: page === '' ? '/' : page } };
};

export const handler = endpoint(confirmEmail);
