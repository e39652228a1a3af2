// Who is asking and what they may see.
export { Access, allow, type AccessSecrets } from './access.ts';
export {
  administrator,
  conditionOf,
  may,
  mayDraft,
  shows,
  type Action,
  type Caller,
  type Condition,
  type Permissions,
} from './caller.ts';
export { defaultPermissions, type Permission, type Role } from './roles.ts';
export { createToken, tokenTypes, type TokenType } from './tokens.ts';
