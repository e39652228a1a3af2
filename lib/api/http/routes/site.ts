// What a site says of itself, its locales, and what changed in it.
import { defineRoutes } from './route.ts';

export const healthRoutes = defineRoutes('health', [
  ['GET', '/_health', 'health', 'everyone', 'Whether the process lives'],
  ['GET', '/_ready', 'ready', 'everyone', 'Whether requests can be answered'],
]);

export const openApiRoutes = defineRoutes('openapi', [
  ['GET', '/openapi.json', 'openapi', 'caller', 'This description'],
]);

export const docsRoutes = defineRoutes('docs', [
  ['GET', '/docs', 'docs', 'everyone', 'The page that shows it'],
  ['GET', '/docs/{file}', 'docsFile', 'everyone', 'What that page is made of'],
]);

export const syncRoutes = defineRoutes('sync', [
  ['GET', '/api/sync', 'sync', 'caller', 'What changed in published content since the last sync'],
]);

export const localeRoutes = defineRoutes('locales', [
  ['GET', '/api/i18n/locales', 'findLocales', 'plugin::i18n.locale.find', 'Lists the locales'],
  ['POST', '/api/i18n/locales', 'createLocale', 'plugin::i18n.locale.create', 'Makes a locale'],
  [
    'PUT',
    '/api/i18n/locales/{id}',
    'updateLocale',
    'plugin::i18n.locale.update',
    'Renames a locale, or makes it the default',
  ],
  [
    'DELETE',
    '/api/i18n/locales/{id}',
    'deleteLocale',
    'plugin::i18n.locale.delete',
    'Deletes a locale that no document has',
  ],
]);
