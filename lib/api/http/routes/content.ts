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

/** The path of a single type names no document. */
export const scheduleRoutes = defineRoutes(
  'general',
  (['/api/{contentType}/{documentId}/schedule', '/api/{contentType}/schedule'] as const).flatMap((path) => {
    const of = path.includes('{documentId}') ? 'a document' : 'a single type';
    const permission = '{contentType}.publish' as const;
    return [
      ['GET', path, 'findSchedules', permission, `Returns when ${of} is published or unpublished`],
      ['PUT', path, 'schedule', permission, `Plans when ${of} is published or unpublished`],
      ['DELETE', path, 'unschedule', permission, `Removes the plan of ${of}`],
    ] as const;
  }),
);

/** The path of a single type names no document. */
export const commentRoutes = defineRoutes(
  'general',
  (['/api/{contentType}/{documentId}/comments', '/api/{contentType}/comments'] as const).flatMap((path) => {
    const of = path.includes('{documentId}') ? 'a document' : 'a single type';
    const permission = '{contentType}.update' as const;
    return [
      ['GET', path, 'findComments', permission, `Lists the comments on ${of}, the oldest first`],
      ['POST', path, 'createComment', permission, `Writes a comment on ${of} or one of its attributes`],
      ['PUT', `${path}/{commentId}`, 'updateComment', permission, `Changes or resolves a comment on ${of}`],
      ['DELETE', `${path}/{commentId}`, 'deleteComment', permission, `Deletes a comment on ${of}`],
    ] as const;
  }),
);

/** The path of a single type names no document. `update` can also be `review`. */
export const reviewRoutes = defineRoutes(
  'general',
  (['/api/{contentType}/{documentId}', '/api/{contentType}'] as const).flatMap((path) => {
    const of = path.includes('{documentId}') ? 'a document' : 'a single type';
    return [
      ['GET', `${path}/stages`, 'findStages', '{contentType}.update', `Returns the stages of ${of}`],
      ['PUT', `${path}/stage`, 'moveToStage', '{contentType}.review', `Moves the draft of ${of} into a stage`],
      ['PUT', `${path}/assignee`, 'assign', '{contentType}.update', `Assigns the draft of ${of} to a user`],
    ] as const;
  }),
);

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
  ...scheduleRoutes,
  ...commentRoutes,
  ...reviewRoutes,
];
