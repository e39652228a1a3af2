// What Strapi stores as documents or settings, and Lectern in another form.

/** The uids of the types. */
export const strapiUids = {
  permission: 'plugin::users-permissions.permission',
  locale: 'plugin::i18n.locale',
  folder: 'plugin::upload.folder',
} as const;

/** The key of the setting that names the default locale. */
export const defaultLocaleKey = 'plugin_i18n_default_locale';
