// `Idempotency-Key`: a repeated request runs its write only once.
export { writeOnce, withIdempotencyKey } from './withIdempotencyKey.ts';
