// What the editor needs beside the routes of content.
import { defineRoutes } from './route.ts';

export const editorRoutes = defineRoutes('editor', [
  ['GET', '/api/editor', 'findEditor', 'user', 'Returns the logged-in user, their permissions and settings'],
  [
    'PUT',
    '/api/editor/presence',
    'openDocument',
    'user',
    'Notes that the user has a document open, and returns the other users who have',
  ],
  ['DELETE', '/api/editor/presence', 'closeDocument', 'user', 'Notes that the user has closed a document'],
]);
