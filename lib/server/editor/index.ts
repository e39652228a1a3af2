// The built editor: its files, its headers, and the answers to requests below /editor/.
export { answerEditor } from './answerEditor.ts';
export { contentSecurityPolicy, editorSources, previewSources } from './contentSecurityPolicy.ts';
export { cacheControlOf, editorFiles } from './editorFiles.ts';
export { readProjectFiles } from './projectFiles.ts';
export { editorHeaders, editorOf, type Editor } from './editorOf.ts';
