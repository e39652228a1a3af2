// Roles: documents with the permissions of their users.
export { toldOfRole } from './answer.ts';
export { roleOfType, type BasicRole } from './basic.ts';
export { readRole, type RoleBody } from './body.ts';
export { permissionsNamed, restricted, roleNamed } from './named.ts';
export { treeOf } from './permissions.ts';
export { allRoles, roleWithId, usersOfRoles } from './roles.ts';
export { changePermissions, createRole, deleteRole, updateRole } from './write.ts';
