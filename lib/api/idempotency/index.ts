// Idempotency-Key: a write that is asked for several times happens once.
export { once, onceAround } from './once.ts';
