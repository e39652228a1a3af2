// POST /admin/api-tokens makes an API token, which this answer alone shows; the body is plain.
import { endpoint, owner, type Operation } from '../lib/api/http/index.ts';
import { createToken, readNewToken } from '../lib/accounts/tokens/index.ts';

export const makeToken: Operation = async (request, service) => {
  await owner(request, service);
  return {
    status: 201,
    body: { data: await createToken(service, readNewToken(await request.readBody(), service.schema)) },
  };
};

export const handler = endpoint(makeToken);
