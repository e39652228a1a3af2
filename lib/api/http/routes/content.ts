// The routes of every content type.
import { defineRoutes } from './route.ts';

/**
 * The permission of `bulk` is that of each entry. The action `preview-link` needs `findOne`, or `find` of a single type,
 * and not `publish`.
 */
export const actionRoutes = defineRoutes('actions', [
  ['GET', '/api/{contentType}/uid', 'uid', '{contentType}.create', 'Suggests free values for uid attributes'],
  ['POST', '/api/{contentType}/actions/bulk', 'bulk', 'caller', 'Writes many documents of a collection'],
  [
    'POST',
    '/api/{contentType}/{documentId}/actions/{action}',
    'transition',
    '{contentType}.publish',
    'Publishes, unpublishes, discards the draft, or returns a link to it',
  ],
  ['POST', '/api/{contentType}/actions/{action}', 'transition', '{contentType}.publish', 'The same for a single type'],
]);

/** The path of a single type names no document. */
export const versionRoutes = defineRoutes('history', [
  [
    'GET',
    '/api/{contentType}/{documentId}/versions',
    'findVersions',
    '{contentType}.versions',
    'Lists the versions of a document, the newest first',
  ],
  [
    'GET',
    '/api/{contentType}/{documentId}/versions/{number}',
    'findVersion',
    '{contentType}.versions',
    'Reads one version of a document',
  ],
  [
    'GET',
    '/api/{contentType}/versions',
    'findVersions',
    '{contentType}.versions',
    'Lists the versions of a single type, the newest first',
  ],
  [
    'GET',
    '/api/{contentType}/versions/{number}',
    'findVersion',
    '{contentType}.versions',
    'Reads one version of a single type',
  ],
]);

export const contentRoutes = [
  ...defineRoutes('find', [
    ['GET', '/api/{contentType}', 'find', '{contentType}.find', 'Lists a collection, or reads a single type'],
  ]),
  ...defineRoutes('findOne', [
    ['GET', '/api/{contentType}/{documentId}', 'findOne', '{contentType}.findOne', 'Reads one document'],
  ]),
  ...defineRoutes('create', [
    ['POST', '/api/{contentType}', 'create', '{contentType}.create', 'Creates a document of a collection'],
  ]),
  ...defineRoutes('update', [
    ['PUT', '/api/{contentType}', 'update', '{contentType}.update', 'Updates or creates the document of a single type'],
    ['PUT', '/api/{contentType}/{documentId}', 'update', '{contentType}.update', 'Updates one document'],
  ]),
  ...defineRoutes('delete', [
    ['DELETE', '/api/{contentType}', 'delete', '{contentType}.delete', 'Deletes a single type'],
    ['DELETE', '/api/{contentType}/{documentId}', 'delete', '{contentType}.delete', 'Deletes one document'],
  ]),
  ...actionRoutes,
  ...versionRoutes,
];
