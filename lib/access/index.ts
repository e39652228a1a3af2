// Who is asking and what they may see.
export { allow, authenticate } from './authenticate.ts';
export { may, viewOf, type Action, type Caller } from './caller.ts';
export { createToken, Tokens, tokenTypes, type TokenType } from './tokens.ts';
