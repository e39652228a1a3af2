// Finds documents by words: exports what requests use.
export { findIndexedTypes } from './mongodb/index.ts';
export { matchingRows, readSearchQuery, searchDocuments, searchedRows } from './requests/index.ts';
