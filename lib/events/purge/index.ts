// Purges caches of what changed: which keys, which of them wait, how they are purged, and what that cost.
export { ChangedKeys } from './changedKeys.ts';
export type { Purger } from './purger.ts';
export { purgerOf, purgesCaches } from './purgerOf.ts';
export { countPurge, findDueKeys, firstDueAt, readPurgeStatus, settleKeys, type PurgeStatus } from './storedPurges.ts';
