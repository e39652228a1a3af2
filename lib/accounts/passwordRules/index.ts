// Rules for new passwords: how long they are, and what they must not be.
export { checkNewPassword, guardNewPassword } from './checkNewPassword.ts';
