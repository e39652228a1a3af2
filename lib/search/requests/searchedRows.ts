// Reads the rows of a list of content with `search`. If no type has `options.search`, a stub replaces this module in the bundles
// of functions.
export { matchingRows as searchedRows } from './matchingRows.ts';
