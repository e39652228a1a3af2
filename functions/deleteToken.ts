// DELETE /admin/api-tokens/:id revokes an API token, and answers what it was.
import { endpoint, numberIn, owner, plain, type Operation } from '../lib/api/http/index.ts';
import { revokeToken } from '../lib/accounts/tokens/index.ts';

export const removeToken: Operation = async (request, service) => {
  await owner(request, service);
  return plain({ data: await revokeToken(service, numberIn(request.params.id)) });
};

export const handler = endpoint(removeToken);
