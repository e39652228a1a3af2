// The routes of every content type.
import { documentContracts } from '../../../allContracts.ts';
import { contractRoutes } from './contractRoutes.ts';
import { defineRoutes } from './route.ts';

/**
 * The permission of `bulk` is that of each entry. The action `preview-link` needs `findOne`, or `find` of a single type,
 * and not `publish`.
 */
export const actionRoutes = defineRoutes('general', [
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
  ...documentContracts.flatMap((contract: (typeof documentContracts)[number]) => contractRoutes(contract)),
];
