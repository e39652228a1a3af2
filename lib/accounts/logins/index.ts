// What all logins share: limits of guesses, known devices and networks, the audit log, and the answer.
export { admitLogin } from './admitLogin.ts';
export { answerLogin, answerNewSession } from './answerLogin.ts';
export { recordDevice } from './recordDevice.ts';
export { recordFailedFactor, recordFailedLogin, recordFailedProviderLogin } from './recordFailures.ts';
export { withLast } from './knownSources.ts';
