// What may be tried only so often.
export { checkAddress, checkIdentifier, type Attempt } from './attempts.ts';
