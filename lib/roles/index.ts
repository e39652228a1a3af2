// Roles: documents that say what their users may do.
export { roleOfType, type BasicRole } from './basic.ts';
