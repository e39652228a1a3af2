// How long the sessions of each role last.
export { lastActivity, passedLimit, sessionLimits, type SessionLimits, type SessionTimes } from './sessionLimits.ts';
