// Names the permissions that people need for the editor and for their account. Not in access/, because the pages of the editor load
// none of that code.

/** What the editor reads before it shows anything: a role with both opens it. */
export const editorPermissionNames: readonly string[] = [
  'plugin::content-type-builder.content-types.getContentTypes',
  'plugin::content-type-builder.components.getComponents',
];

/** What a user needs for their own account: the permissions of members, as in Strapi. */
export const accountPermissionNames: readonly string[] = [
  ...['changePassword', 'logout', 'getSessions', 'revokeSession'].map(
    (name) => `plugin::users-permissions.auth.${name}`,
  ),
  'plugin::users-permissions.user.me',
];

/** What everyone needs who works in the editor. */
export const workingPermissionNames: readonly string[] = [
  ...accountPermissionNames,
  'plugin::i18n.locale.find',
  ...editorPermissionNames,
  'plugin::content-type-builder.content-types.getContentType',
  'plugin::content-type-builder.components.getComponent',
];
