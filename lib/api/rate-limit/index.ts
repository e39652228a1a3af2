// Rate limits.
export { checkAddress, checkIdentifier, type Attempt, type IdentifiedAttempt } from './attempts.ts';
export { networkOf } from './network.ts';
