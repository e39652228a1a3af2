// API tokens: created, listed, changed and revoked.
export { tokenHandlers } from './handlers.ts';
export { readNewToken } from './tokenBody.ts';
export {
  createToken,
  type TokenWithKey,
  type Token,
  listTokens,
  regenerateToken,
  revokeToken,
  findTokenById,
  findTokenName,
  updateToken,
} from './tokens.ts';
