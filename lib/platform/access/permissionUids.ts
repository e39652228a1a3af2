// Names what permissions are on, beside content types. Content functions need some of these uids, and not the names of all permissions.

/** The uid in the names of permissions on files. */
export const uploadUid = 'plugin::upload.content-api';

/** The uids in the names of permissions that only users can have, and that replace the owner token. */
export const administrationUids = {
  tokens: 'admin::api-tokens',
  webhooks: 'admin::webhooks',
  audit: 'admin::audit',
} as const;

/** Whether only users can have the permission, as part of their role. */
export const isAdministration = (name: string): boolean => name.startsWith('admin::');

/** The uid in the names of permissions on releases. */
export const releasesUid = 'plugin::content-releases';

/** What a role may do with releases of others; owners may do it with their own. */
export const releasePermissions = ['read', 'create', 'update', 'publish', 'delete'] as const;
