// Connects to MongoDB, manages its indexes and transactions, and declares the form of stored documents.
export { checkReplicaSet, functionConnections, openDatabase, serverConnections, type Database } from './client.ts';
export { committed, type Times } from './committed.ts';
export { isDuplicateKey } from './duplicateKey.ts';
export { checkIndexLimits, indexLimitFaults } from './indexLimits.ts';
export { indexState, prepareIndexes, type IndexState } from './indexState.ts';
export { changedIndex, indexesOf, indexName, maxIndexes, tombstoneSeconds, type Index } from './indexes.ts';
export { isLockTimeout, LockTimeout, tryBriefly } from './lockTimeout.ts';
export { collections } from './names.ts';
export { lockDeadline, lockWait } from './lockWait.ts';
export { Readiness } from './readiness.ts';
export { Sequences } from './sequence.ts';
export * from './stored.ts';
export { isTooLarge } from './tooLarge.ts';
export { forEach, inTransaction, unitOf, type Unit } from './unit.ts';
export { isUnreachable } from './unreachable.ts';
