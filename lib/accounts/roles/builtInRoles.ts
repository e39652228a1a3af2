// The built-in roles: their names, and what they permit until someone changes them.
import {
  administrationUids,
  defaultPermissions,
  everyType,
  releasePermissions,
  releasesUid,
  uploadUid,
  type Permission,
} from '../../platform/access/index.ts';
import { workingPermissionNames } from '../../platform/editorPermissions.ts';
import { builtInUids } from '../../schema/index.ts';

const permit = (uid: string, actions: readonly string[], condition: { readonly own?: true } = {}) =>
  actions.map((action): Permission => ({ action: `${uid}.${action}`, ...condition }));

const inEditor: readonly Permission[] = workingPermissionNames.map((action) => ({ action }));

const editing: readonly Permission[] = [
  ...permit(everyType, ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'versions', 'review']),
  ...permit(uploadUid, ['find', 'findOne', 'upload', 'destroy', 'changeFolders']),
  ...permit(releasesUid, releasePermissions),
  ...inEditor,
];

/**
 * Authors read everything that is published, because their documents relate to it. Only drafts need `update`. They plan each of their
 * documents by itself: releases are for documents of several people.
 */
const authoring: readonly Permission[] = [
  ...permit(everyType, ['find', 'findOne', 'create']),
  ...permit(everyType, ['update', 'delete', 'publish', 'versions'], { own: true }),
  ...permit(uploadUid, ['find', 'findOne']),
  ...permit(uploadUid, ['upload', 'destroy'], { own: true }),
  ...inEditor,
];

const administering: readonly Permission[] = [
  ...editing,
  ...permit(builtInUids.user, ['find', 'findOne', 'count', 'create', 'update', 'destroy', 'createPasswordLink']),
  ...permit(builtInUids.role, ['find', 'findOne', 'createRole', 'updateRole', 'deleteRole']),
  ...permit('plugin::users-permissions.permissions', ['getPermissions']),
  ...permit('plugin::i18n.locale', ['create', 'update', 'delete']),
  ...permit(administrationUids.tokens, ['manage']),
  ...permit(administrationUids.webhooks, ['manage']),
  ...permit(administrationUids.audit, ['read']),
];

export type BuiltInRole = 'public' | 'authenticated' | 'editor' | 'author' | 'administrator';

interface RoleValues {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

/** By type, in the order in which a site creates them. The texts of the first two are Strapi's. */
export const builtInRoles: Readonly<Record<BuiltInRole, RoleValues>> = {
  authenticated: {
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
    permissions: defaultPermissions.authenticated,
  },
  public: {
    name: 'Public',
    description: 'Default role given to unauthenticated user.',
    permissions: defaultPermissions.public,
  },
  editor: { name: 'Editor', description: 'Writes and publishes all content.', permissions: editing },
  author: {
    name: 'Author',
    description: 'Writes and publishes their own content.',
    permissions: authoring,
  },
  administrator: {
    name: 'Administrator',
    description: 'Also manages users, roles, API tokens, webhooks and locales.',
    permissions: administering,
  },
};

/** @returns the type of the built-in role that has this type; undefined if none has */
export const builtInRoleOf = (type: unknown): BuiltInRole | undefined =>
  (Object.keys(builtInRoles) as BuiltInRole[]).find((one) => one === type); // its only keys
