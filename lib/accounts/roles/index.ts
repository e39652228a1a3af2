// Roles: documents with the permissions of their users.
export { roleOfType, findAllRoles, findRoleOfType, countUsersByRole } from './storedRoles.ts';
export { builtInRoleOf, builtInRoles, type BuiltInRole } from './builtInRoles.ts';
export { findRole, isMemberRole, roleIdOf, worksInEditor } from './userRole.ts';
export { roleHandlers } from './handlers.ts';
export {
  resolvePermissionNames,
  permissionWithCondition,
  findRoleByName,
  type PermissionLimits,
} from './resolveNames.ts';
export { missingAdministration, requireAdministration } from './requireAdministration.ts';
export { changePermissions, createRole, deleteRole, updateRole } from './write.ts';
