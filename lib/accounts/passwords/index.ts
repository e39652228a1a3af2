// Passwords: logins, new passwords, and which users may have one.
export { checkNewPassword, guardNewPassword } from './checkNewPassword.ts';
export { isBcryptHash, matchesPassword } from './importedPassword.ts';
export { authenticate, readCredentials, type Credentials } from './login.ts';
export {
  changePassword,
  createPasswordLink,
  linkHours,
  mailsLinksToEditors,
  passwordChange,
  resetPassword,
  sendResetCode,
} from './password.ts';
export { isEmergencyAccount, mayUseMemberProvider, mayUsePassword, requirePasswordLogin } from './passwordLogin.ts';
