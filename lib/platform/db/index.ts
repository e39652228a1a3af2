// Connects to MongoDB, manages its indexes and transactions, and declares the form of stored documents.
export {
  checkReplicaSet,
  databaseName,
  functionConnections,
  openDatabase,
  patientConnections,
  serverConnections,
  type Database,
} from './client.ts';
export { readCommitted, type ReadTimes } from './readCommitted.ts';
export { isDuplicateKey, isTooLarge, isUnreachable } from './mongoErrors.ts';
export { checkIndexLimits, indexLimitFaults, indexLimitWarnings } from './indexLimits.ts';
export { createCompressed, indexState, prepareIndexes } from './indexState.ts';
export {
  uncountedIndex,
  requiredIndexes,
  indexName,
  maxIndexes,
  tombstoneSeconds,
  type Index,
} from './requiredIndexes.ts';
export { isLockTimeout, LockTimeout, withBriefLockWait, lockDeadline, lockWait } from './lockWait.ts';
export { bulkCollections, collections, persistedQueries } from './collections.ts';
export { isLeaseHeld, Lease, LeaseLost, type LeaseName } from './lease.ts';
export { insertMissing } from './insertMissing.ts';
export { Readiness } from './readiness.ts';
export { fillComponentIds, newComponentId, placesIn } from './componentIds.ts';
export { Sequences } from './sequences.ts';
export * from './reviewNotices.ts';
export * from './storedDocument.ts';
export * from './storedValues.ts';
export {
  lockTotals,
  maxTotalsAgeMs,
  resetTotals,
  totalOfLocale,
  totalsCollection,
  totalsLockFilter,
  uncountedFilter,
  type StoredTotals,
  type TotalsLock,
} from './storedTotals.ts';
export { documentName, withDocumentLocks } from './documentLocks.ts';
export { elapsedSince, mapItems, inTransaction, standaloneOperations, type Transaction } from './transaction.ts';
