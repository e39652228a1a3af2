// What an editor needs to know of its user, of the site, and of other users.
export { editorHandlers, type EditorRequest } from './handlers.ts';
