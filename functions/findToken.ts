// GET /admin/api-tokens/:id answers one API token.
import { endpoint, numberIn, owner, plain, type Operation } from '../lib/http/index.ts';
import { tokenWith } from '../lib/tokens/index.ts';

export const findToken: Operation = async (request, service) => {
  await owner(request, service);
  return plain({ data: await tokenWith(service, numberIn(request.params.id)) });
};

export const handler = endpoint(findToken);
