// GET /admin/api-tokens/:id answers one API token.
import { endpoint, numberIn, owner, plain, type Operation } from '../lib/api/http/index.ts';
import { tokenWith } from '../lib/accounts/tokens/index.ts';

export const findToken: Operation = async (request, service) => {
  await owner(request, service);
  return plain({ data: await tokenWith(service, numberIn(request.params.id)) });
};

export const handler = endpoint(findToken);
