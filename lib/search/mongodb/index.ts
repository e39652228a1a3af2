// The index in MongoDB: which documents have which words.
export { buildIndexes, markIndexes, readBuildProgress, type BuildProgress } from './buildIndexes.ts';
export { findMatches, type FindOptions, type PartitionSearch } from './findMatches.ts';
export { followDocuments, type IndexWriter } from './followDocuments.ts';
export { indexEntries, splitByWords } from './indexEntries.ts';
