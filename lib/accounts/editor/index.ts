// What an editor needs to know of its user, of the site, and of other users.
export { editorSettings, type EditorSettings } from './editorSettings.ts';
export { findEditorUser, type EditorUser } from './editorUser.ts';
export { editorPermissions, type EditorPermissions } from './editorPermissions.ts';
export {
  findPresentUsers,
  notePresence,
  removePresence,
  type PresentUser,
  readOpenDocument,
  type OpenDocument,
} from './presence.ts';
