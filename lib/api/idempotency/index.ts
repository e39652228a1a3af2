// `Idempotency-Key`: a repeated request runs its write only once.
export { once, onceAround } from './once.ts';
