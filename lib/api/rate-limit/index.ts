// Rate limits.
export { checkAddress, checkIdentifier, type Attempt, type IdentifiedAttempt } from './attempts.ts';
