// Devices and networks that users have logged in from: nobody else's failures lock them out there, and new ones are mailed.
export { admitLogin, type LoginAttempt } from './admitLogin.ts';
export { answerLogin } from './answerLogin.ts';
export { rememberDevice } from './rememberDevice.ts';
