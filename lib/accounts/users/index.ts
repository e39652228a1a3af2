// Users: registration, login, passwords, sessions, and the administration of users.
export {
  documentIdOf,
  userTarget,
  writtenUserTarget,
  auditedUser,
  changeUser,
  duplicateAttributes,
  findByDocumentId,
  findByEmail,
  findByIdentifier,
  isTaken,
  mayHaveName,
  normalizeEmail,
  withTakenError,
  takenMessage,
} from './accounts.ts';
export { checkAuth, requireSameOrigin } from './admitAuth.ts';
export {
  admitUserRequest,
  userAnswer,
  readUser,
  userQuery,
  populateRole,
  type UserRequestContext,
} from './userRequest.ts';
export { readObject, readNewPassword, readTexts, refuseOtherKeys } from './authBody.ts';
export { hashCode, newCode } from './codes.ts';
export { checkNewPassword } from './checkNewPassword.ts';
export { confirmEmailAddress, sendConfirmation, sendConfirmationTo } from './confirmation.ts';
export { sendIfPossible } from './mails.ts';
export { isBcryptHash, matchesPassword } from './importedPassword.ts';
export { listSessions, readIdleSeconds, readLogout, startSession, refreshSession, sessionAnswer } from './session.ts';
export { cookieHeader, tokenInCookie, usesStrictCookie } from './refreshCookie.ts';
export {
  endSessions,
  findProof,
  forgetOtherProofs,
  markSessionsEnded,
  recordProof,
  sessionCollection,
  type ProviderSession,
  type SessionProof,
  type StoredSession,
} from './storedSessions.ts';
export type { Login } from './refreshTokens.ts';
export { deleteAccess } from './deleteAccess.ts';
export { readCredentials, authenticate, type Credentials } from './login.ts';
export { deviceNameOf, readDeviceId } from './device.ts';
export { isWithdrawn } from './isWithdrawn.ts';
export {
  changePassword,
  endJwts,
  withdrawSessions,
  passwordChange,
  mailsLinksToEditors,
  resetPassword,
  sendResetCode,
  createPasswordLink,
  linkHours,
} from './password.ts';
export { isEmergencyAccount, mayUseMemberProvider, mayUsePassword, requirePasswordLogin } from './passwordLogin.ts';
export { prepareAdministratorLock, removesLastAdministrator } from './lastAdministrator.ts';
export { guardUserDelete, requireAdministration, requireRightsOf, requireRightsOfRole } from './guardAdministration.ts';
export { withMinimumDuration } from './withMinimumDuration.ts';
export { readRegistration, register } from './register.ts';
export { clearingSessions, userWriter } from './userWriter.ts';
export {
  clearedCodes,
  namesOfChange,
  prepareCreateUser,
  readOnlyAttributes,
  setsPassword,
  prepareUpdateUser,
  unknownPassword,
} from './write.ts';
export { recordFailedFactor, recordFailedLogin, recordFailedProviderLogin, recordLogin } from './recordLogins.ts';
