// Identifies callers and decides what they may do.
export {
  unknownPermissionMessage,
  findPermission,
  permissionsIn,
  permittedActions,
  strapiPermission,
  type PermissionSource,
} from './permissions.ts';
export {
  everyType,
  expandPermissions,
  isOfEveryType,
  permissionsByName,
  typeActions,
  type Permission,
} from './permissionsByName.ts';
export { administrationUids, isAdministration, releasePermissions, releasesUid, uploadUid } from './permissionUids.ts';
export {
  Access,
  missingPermission,
  refusePublishedOnly,
  requireEditor,
  requirePermission,
  bearerToken,
  setMissingPermissionError,
} from './access.ts';
export {
  administrator,
  conditionOf,
  hasCondition,
  hasPermission,
  mayNamePeople,
  mayReadDrafts,
  mayReadEveryDraft,
  mayMoveTo,
  opensEditor,
  permittedChanges,
  projectCallerOf,
  isReadingAction,
  writerOf,
  type Action,
  type Caller,
  type Condition,
  type ProjectFilter,
  readerOf,
} from './caller.ts';
export { findCallerByName, publicName } from './findCallerByName.ts';
export { displayNameOf } from './displayNameOf.ts';
export type { DocumentRequest } from './documentRequest.ts';
export { dependsOnUser, resolveCaller } from './callerVariable.ts';
export { restrictCallers } from './restrictCallers.ts';
export { defaultPermissions, memberRoles, storedPermissions, type Role } from './rolePermissions.ts';
export { callerWithRole, mayHaveSession } from './sessions.ts';
export { TimedCache } from './timedCache.ts';
export { hashToken, tokenIdOf, type StoredToken } from './tokens.ts';
