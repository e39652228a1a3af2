// Answers the operations on API tokens.
import type { Handlers } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import type { tokenContract } from './contract.ts';
import { readNewToken, readTokenChange } from './tokenBody.ts';
import { createToken, findTokenById, listTokens, regenerateToken, revokeToken, updateToken } from './tokens.ts';

export const tokenHandlers: Handlers<typeof tokenContract, Service> = {
  findTokens: async (_, service) => ({ data: await listTokens(service) }),
  createToken: async ({ body }, service) => ({ data: await createToken(service, readNewToken(body, service)) }),
  findToken: async ({ params: { id } }, service) => ({ data: await findTokenById(service, id) }),
  updateToken: async ({ params: { id }, body }, service) => ({
    data: await updateToken(service, id, readTokenChange(body, service)),
  }),
  deleteToken: async ({ params: { id } }, service) => ({ data: await revokeToken(service, id) }),
  regenerateToken: async ({ params: { id } }, service) => ({ data: await regenerateToken(service, id) }),
};
