// API tokens, below /admin/api-tokens. Bodies are plain; only the answers that make a token show its access key.
import { dispatch, endpoint, numberIn, owner, plain, refuseBody } from '../lib/api/http/index.ts';
import { tokenRoutes } from '../lib/api/http/routes/index.ts';
import {
  createToken,
  listTokens,
  readNewToken,
  readTokenChange,
  regenerateToken,
  revokeToken,
  tokenWith,
  updateToken,
} from '../lib/accounts/tokens/index.ts';

const operation = dispatch(tokenRoutes, owner, {
  findTokens: async (_, service) => plain({ data: await listTokens(service) }),
  createToken: async ({ readBody }, service) => ({
    status: 201,
    body: { data: await createToken(service, readNewToken(await readBody(), service.schema)) },
  }),
  findToken: async ({ params }, service) => plain({ data: await tokenWith(service, numberIn(params.id)) }),
  updateToken: async ({ params, readBody }, service) => {
    const change = readTokenChange(await readBody(), service.schema);
    return plain({ data: await updateToken(service, numberIn(params.id), change) });
  },
  deleteToken: async ({ params }, service) => plain({ data: await revokeToken(service, numberIn(params.id)) }),
  regenerateToken: async ({ params, readBody }, service) => {
    refuseBody(await readBody());
    return { status: 201, body: { data: await regenerateToken(service, numberIn(params.id)) } };
  },
});

export const handler = endpoint(operation);
