// The index in MongoDB: which documents have which words.
export { findMatches } from './findMatches.ts';
export { indexEntries, omitUnchanged } from './indexEntries.ts';
export { deleteSomeOfIndex } from './storedIndex.ts';
export { sweepSome } from './sweepWords.ts';
export { loadVocabularies } from './vocabulary.ts';
