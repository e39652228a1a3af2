// How long the sessions of each role last.
export { hasEnded, sessionLimits, type SessionLimits } from './sessionLimits.ts';
