// The relay: moves events from the outbox of documents to their receivers.
export { completeTotals } from './completeTotals.ts';
export { relayUntilIdle } from './relayUntilIdle.ts';
export { relayInProcess, type RunningRelay } from './relayInProcess.ts';
export { defaultRelaySettings } from './relaySettings.ts';
