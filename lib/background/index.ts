// The background worker: everything that runs without a request.
export { relayLoop } from './jobs.ts';
export { readQueueStatus, type QueueStatus } from './queueStatus.ts';
export { rebuildSearch } from './searchKeeper.ts';
export { completeTotals } from './totalsKeeper.ts';
export { Worker } from './worker.ts';
