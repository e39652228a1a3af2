// Files that are uploaded.
import { defineRoutes } from './route.ts';

const file = 'plugin::upload.content-api';

export const uploadRoutes = defineRoutes('upload', [
  ['POST', '/api/upload', 'upload', `${file}.upload`, 'Uploads files, or with `id` changes one file'],
]);

export const completeUploadRoutes = defineRoutes('completeUpload', [
  [
    'POST',
    '/api/upload/complete',
    'completeUpload',
    `${file}.upload`,
    'Creates the record of a file in the bucket, or with `id` replaces a file',
  ],
]);

export const fileRoutes = defineRoutes('files', [
  ['GET', '/api/upload/files', 'findFiles', `${file}.find`, 'Lists files'],
  ['GET', '/api/upload/files/page', 'findFilesPage', `${file}.find`, 'Lists files with `data` and `meta`'],
  ['GET', '/api/upload/files/{id}', 'findFile', `${file}.findOne`, 'Reads one file'],
]);

/** The routes that need the bucket, and decode no pictures. */
export const fileStorageRoutes = defineRoutes('fileStorage', [
  [
    'POST',
    '/api/upload/presign',
    'presignUpload',
    `${file}.upload`,
    'Returns where to send a file that is too large for a request',
  ],
  ['DELETE', '/api/upload/files/{id}', 'deleteFile', `${file}.destroy`, 'Deletes a file and its formats'],
]);
