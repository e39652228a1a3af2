// Everything that talks to MongoDB, but for the writing of documents.
export { checkReplicaSet, openDatabase, type Database } from './client.ts';
export { checkIndexLimits, indexLimitFaults } from './index-limits.ts';
export { indexState, prepareIndexes, type IndexState } from './index-state.ts';
export { indexesOf, type Index } from './indexes.ts';
export { collections } from './names.ts';
export { run, type Found, type Row } from './run.ts';
export { Sequences } from './sequence.ts';
export { isUnreachable } from './unreachable.ts';
