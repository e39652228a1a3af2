// Which indexes there are, and how they are built and follow the documents, whatever backend keeps them.
export { buildIndexes, markIndexes } from './buildIndexes.ts';
export { followDocuments, followPostponed, type IndexWriter } from './followDocuments.ts';
export { readBuildProgress, readIndexStatus, type BuildProgress, type IndexStatus } from './indexStatus.ts';
export { findIndexedTypes } from './indexedTypes.ts';
export { afterSeparator, documentIdOf, documentKey, indexRange, separator, type KeyRange } from './keys.ts';
export { findFollowingIndexes, indexesCollection, isOfPartition } from './storedIndexes.ts';
export { findUsedIndexes, forgetUsedIndexes } from './usedIndexes.ts';
