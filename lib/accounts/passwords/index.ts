// Passwords: logins, new passwords, and which users may have one.
export { authenticate, readCredentials, type Credentials } from './authenticate.ts';
export { changePassword, passwordChange, resetPassword, unknownPassword } from './changePassword.ts';
export { checkNewPassword, guardNewPassword, passwordFaults } from './checkNewPassword.ts';
export { isBcryptHash, matchesPassword } from './matchesPassword.ts';
export { isEmergencyAccount, mayUseMemberProvider, mayUsePassword, requirePasswordLogin } from './mayUsePassword.ts';
export { readNewPassword } from './readNewPassword.ts';
export {
  createPasswordLink,
  linkHours,
  mailPasswordLink,
  mailsLinksToEditors,
  sendResetCode,
} from './passwordLinks.ts';
