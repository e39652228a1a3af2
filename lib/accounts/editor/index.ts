// What an editor needs to know of its user and of the site.
export { editorSettings, type EditorSettings } from './editorSettings.ts';
export { findEditorUser, type EditorUser } from './editorUser.ts';
export { permittedActions, type PermittedActions } from './permittedActions.ts';
