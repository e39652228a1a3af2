// What the editor needs beside the routes of content.
import { defineRoutes } from './route.ts';

export const editorRoutes = defineRoutes('editor', [
  ['GET', '/api/editor', 'findEditor', 'user', 'Returns the logged-in user, their permissions and settings'],
]);
