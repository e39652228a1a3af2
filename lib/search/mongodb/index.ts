// The index in MongoDB: which documents have which words.
export { findMatches, type FindOptions, type PartitionSearch } from './findMatches.ts';
export { indexEntries, splitByWords, type StemOf } from './indexEntries.ts';
