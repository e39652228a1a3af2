// Rate limits.
export { checkAddress, checkIdentifier, type Attempt } from './attempts.ts';
