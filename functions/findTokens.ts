// GET /admin/api-tokens lists the API tokens.
import { endpoint, owner, plain, type Operation } from '../lib/api/http/index.ts';
import { listTokens } from '../lib/accounts/tokens/index.ts';

export const findTokens: Operation = async (request, service) => {
  await owner(request, service);
  return plain({ data: await listTokens(service) });
};

export const handler = endpoint(findTokens);
