// The relay: moves events from the outbox of documents to their receivers.
export { completeTotals } from './totalsKeeper.ts';
export { relayUntilIdle, relayInProcess } from './runRelay.ts';
export { readQueueStatus, type QueueStatus } from './queueStatus.ts';
export { rebuildSearch } from './rebuildSearch.ts';
export { defaultRelaySettings, type RelayFollower } from './relaySettings.ts';
