// Finds documents by words: exports what requests use.
export { findIndexedTypes } from './mongodb/index.ts';
export { matchingRows } from './matchingRows.ts';
export { searchDocuments } from './searchDocuments.ts';
export { searchedRows } from './searchedRows.ts';
export { readSearchQuery } from './searchQuery.ts';
