// Everything that talks to MongoDB about more than one document, and the form that documents are stored in.
export { checkReplicaSet, functionConnections, openDatabase, serverConnections, type Database } from './client.ts';
export { committed, type Times } from './committed.ts';
export { isDuplicateKey } from './duplicate-key.ts';
export { checkIndexLimits, indexLimitFaults } from './index-limits.ts';
export { indexState, prepareIndexes, type IndexState } from './index-state.ts';
export { changedIndex, indexesOf, indexName, maxIndexes, tombstoneSeconds, type Index } from './indexes.ts';
export { isLockTimeout, LockTimeout, tryBriefly } from './lock-timeout.ts';
export { collections } from './names.ts';
export { lockDeadline, lockWait } from './patience.ts';
export { Readiness } from './readiness.ts';
export { Sequences } from './sequence.ts';
export * from './stored.ts';
export { isTooLarge } from './too-large.ts';
export { forEach, inTransaction, unitOf, type Unit } from './unit.ts';
export { isUnreachable } from './unreachable.ts';
