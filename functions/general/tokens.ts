// API tokens, below /admin/api-tokens. Only the answers that create or regenerate a token contain its access key.
import { dispatch, idInSegment, checkAdministration, plainAnswer, refuseBody } from '../../lib/api/http/index.ts';
import { tokenRoutes } from '../../lib/api/http/routes/index.ts';
import {
  createToken,
  listTokens,
  readNewToken,
  readTokenChange,
  regenerateToken,
  revokeToken,
  findTokenById,
  updateToken,
} from '../../lib/accounts/tokens/index.ts';
import { withStepUp } from '../../lib/accounts/factors/index.ts';

const check = withStepUp(checkAdministration, (caller) => caller);

export const tokens = dispatch(tokenRoutes, check, {
  findTokens: async (_, service) => plainAnswer({ data: await listTokens(service) }),
  createToken: async ({ readBody }, service) => ({
    status: 201,
    body: { data: await createToken(service, readNewToken(await readBody(), service)) },
  }),
  findToken: async ({ params }, service) => plainAnswer({ data: await findTokenById(service, idInSegment(params.id)) }),
  updateToken: async ({ params, readBody }, service) => {
    const change = readTokenChange(await readBody(), service);
    return plainAnswer({ data: await updateToken(service, idInSegment(params.id), change) });
  },
  deleteToken: async ({ params }, service) => plainAnswer({ data: await revokeToken(service, idInSegment(params.id)) }),
  regenerateToken: async ({ params, readBody }, service) => {
    refuseBody(await readBody());
    return { status: 201, body: { data: await regenerateToken(service, idInSegment(params.id)) } };
  },
});
