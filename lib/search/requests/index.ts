// Answers searches with what the caller may see: exports what operations use.
export { matchingRows } from './matchingRows.ts';
export { searchDocuments } from './searchDocuments.ts';
export { searchedRows } from './searchedRows.ts';
export { readSearchQuery } from './searchQuery.ts';
