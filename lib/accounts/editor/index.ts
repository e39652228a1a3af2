// What an editor needs to know of its user, of the site, and of other users.
export { findActivity } from './activity.ts';
export { editorSettings } from './editorSettings.ts';
export { findEditorUser } from './editorUser.ts';
export { editorPermissions } from './editorPermissions.ts';
export {
  checkOpenable,
  findPresentUsers,
  notePresence,
  removePresence,
  readOpenDocument,
  type OpenDocument,
} from './presence.ts';
