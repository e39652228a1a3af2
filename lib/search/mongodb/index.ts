// The index in MongoDB: which documents have which words.
export { buildIndexes, markIndexes, readBuildProgress, type BuildProgress } from './buildIndexes.ts';
export { findMatches } from './findMatches.ts';
export { followDocuments, followPostponed, type IndexWriter } from './followDocuments.ts';
export { findFollowingIndexes, indexEntries, isOfPartition, splitByWords } from './indexEntries.ts';
export { findIndexedTypes } from './indexedTypes.ts';
export { neededWords } from './scoreMatches.ts';
export { deleteSomeOfIndex, documentKey, indexRange } from './storedIndex.ts';
export { findUsedIndexes } from './usedIndexes.ts';
