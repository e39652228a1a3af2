// Devices and networks that users have logged in from: nobody else's failures lock them out there, and new ones are mailed.
export { admitLogin } from './admitLogin.ts';
export { answerLogin, answerNewSession } from './answerLogin.ts';
export { recordDevice } from './recordDevice.ts';
export { withLast } from './storedDevices.ts';
