// Finds documents by words: exports what requests use, and the engine that the relay feeds.
export { chooseBackend } from './chooseBackend.ts';
export { findIndexedTypes } from './indexing/index.ts';
export { matchingRows, readSearchQuery, searchDocuments, searchedRows } from './requests/index.ts';
