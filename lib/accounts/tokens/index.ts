// API tokens: created, listed, changed and revoked.
export { readNewToken, readTokenChange, type NewToken, type TokenChange } from './tokenBody.ts';
export {
  createToken,
  type TokenWithKey,
  type Token,
  type TokensContext,
  listTokens,
  regenerateToken,
  revokeToken,
  findTokenById,
  updateToken,
} from './tokens.ts';
