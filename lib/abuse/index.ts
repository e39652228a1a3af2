// What may be tried only so often.
export { checkAttempts, type Attempt } from './attempts.ts';
