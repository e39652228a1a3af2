// The built editor: its files, its headers, and the answers to requests below /editor/.
export { answerEditor, type EditorAnswer, type EditorRequest } from './answerEditor.ts';
export { contentSecurityPolicy, editorSources, type EditorSources } from './contentSecurityPolicy.ts';
export { openEditor, type Editor } from './openEditor.ts';
