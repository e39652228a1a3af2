// What a site says of itself, its locales, and what changed in it.
import { defineRoutes } from './route.ts';

export const healthRoutes = defineRoutes('health', [
  ['GET', '/_health', 'health', 'everyone', 'Checks that the process runs'],
  ['GET', '/_ready', 'ready', 'everyone', 'Checks that the process can answer requests'],
]);

export const openApiRoutes = defineRoutes('general', [
  ['GET', '/openapi.json', 'openapi', 'caller', 'Returns this description'],
]);

const typeBuilder = 'plugin::content-type-builder';

/** The reads of Strapi's content-type builder. */
export const typeBuilderRoutes = defineRoutes('general', [
  [
    'GET',
    '/api/content-type-builder/content-types',
    'findContentTypes',
    `${typeBuilder}.content-types.getContentTypes`,
    'Lists the content types with their attributes',
  ],
  [
    'GET',
    '/api/content-type-builder/content-types/{uid}',
    'findContentType',
    `${typeBuilder}.content-types.getContentType`,
    'Returns one content type',
  ],
  [
    'GET',
    '/api/content-type-builder/components',
    'findComponents',
    `${typeBuilder}.components.getComponents`,
    'Lists the components with their attributes',
  ],
  [
    'GET',
    '/api/content-type-builder/components/{uid}',
    'findComponent',
    `${typeBuilder}.components.getComponent`,
    'Returns one component',
  ],
]);

export const docsRoutes = defineRoutes('general', [
  ['GET', '/docs', 'docs', 'everyone', 'Shows this description as a page'],
  ['GET', '/docs/{file}', 'docsFile', 'everyone', 'Returns a file of that page'],
]);

/** `npm start` also serves streams there. */
export const livePath = '/api/live';

export const syncRoutes = defineRoutes('sync', [
  ['GET', '/api/sync', 'sync', 'caller', 'Returns changes of published documents since the previous call'],
  ['GET', livePath, 'live', 'caller', 'Names the tags of a page that have changed since the previous call'],
]);

export const searchRoutes = defineRoutes('search', [
  ['GET', '/api/search', 'search', 'caller', 'Finds documents of several types by words, the best first'],
]);
