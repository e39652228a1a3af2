// Users: registration, login, passwords, sessions, and the administration of users.
export { documentIdOf, userTarget, withDocumentId } from './accounts.ts';
export { checkAuth } from './admit.ts';
export { admitted, bare, userOf, userQuery, withRole, type Admitted } from './answers.ts';
export { bodyOf, readNewPassword, readTexts, refuseOthers } from './body.ts';
export { confirm, sendConfirmation, sendConfirmationTo } from './confirmation.ts';
export { endFamilies } from './refreshTokens.ts';
export { readCredentials, userWith } from './login.ts';
export { mailerFor } from './mailer.ts';
export { changePassword, resetPassword, sendCode } from './password.ts';
export { quietly } from './minimumDuration.ts';
export { readRegistration, register } from './register.ts';
export { begin, goOn, type Session } from './session.ts';
export { sayingTaken, takenBy } from './taken.ts';
export { creatingUser, notGiven, setsPassword, updatingUser } from './write.ts';
