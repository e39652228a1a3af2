// API tokens: created, listed, changed and revoked.
export { readNewToken, readTokenChange, type NewToken, type TokenChange } from './body.ts';
export { createToken, type ShownToken, type Token, type TokensContext } from './create.ts';
export { listTokens, regenerateToken, revokeToken, tokenWith, updateToken } from './change.ts';
