// Identifies callers and decides what they may do.
export { changesPermitted, noPermission, permissionNamed, permissionsIn, uploadUid } from './actions.ts';
export { Access, allow, bearerOf, type AccessSecrets } from './access.ts';
export {
  administrator,
  conditionOf,
  may,
  mayDraft,
  shows,
  uploaderOf,
  type Action,
  type Caller,
  type Condition,
  type Permissions,
} from './caller.ts';
export { defaultPermissions, permissionsOf, type Permission, type Role } from './roles.ts';
export { mayBegin } from './sessions.ts';
export { hashOf, tokenTypes, type StoredToken, type TokenType } from './tokens.ts';
