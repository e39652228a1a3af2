// POST /admin/api-tokens/:id/regenerate makes an API token anew, which this answer alone shows.
import { endpoint, numberIn, owner, refuseBody, type Operation } from '../lib/api/http/index.ts';
import { regenerateToken } from '../lib/accounts/tokens/index.ts';

export const renewToken: Operation = async (request, service) => {
  await owner(request, service);
  refuseBody(await request.readBody());
  return { status: 201, body: { data: await regenerateToken(service, numberIn(request.params.id)) } };
};

export const handler = endpoint(renewToken);
