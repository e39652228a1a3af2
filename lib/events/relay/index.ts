// The relay: moves events from the outbox of documents to webhook calls.
export { relayForAWhile } from './forAWhile.ts';
export { relayInProcess, type Relaying } from './inProcess.ts';
