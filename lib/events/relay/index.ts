// The relay: moves events from the outbox of documents to their receivers.
export type { DeliverySettings, RelayCounts } from './deliveryContext.ts';
export { countPending, type PendingDocument } from './pendingDocuments.ts';
export { PurgeKeeper } from './purgeKeeper.ts';
export { Relay } from './relay.ts';
