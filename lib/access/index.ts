// Who is asking and what they may see.
export { noPermission, permissionNamed, permissionsIn } from './actions.ts';
export { Access, allow, type AccessSecrets } from './access.ts';
export {
  administrator,
  conditionOf,
  may,
  mayDraft,
  type Action,
  type Caller,
  type Condition,
  type Permissions,
} from './caller.ts';
export { defaultPermissions, type Permission, type Role } from './roles.ts';
export { createToken, tokenTypes, type TokenType } from './tokens.ts';
