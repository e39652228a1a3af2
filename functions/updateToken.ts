// PUT /admin/api-tokens/:id changes what an API token is called and may do; the body is plain.
import { endpoint, numberIn, owner, plain, type Operation } from '../lib/api/http/index.ts';
import { readTokenChange, updateToken } from '../lib/accounts/tokens/index.ts';

export const changeToken: Operation = async (request, service) => {
  await owner(request, service);
  const change = readTokenChange(await request.readBody(), service.schema);
  return plain({ data: await updateToken(service, numberIn(request.params.id), change) });
};

export const handler = endpoint(changeToken);
