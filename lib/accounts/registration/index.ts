// Registration: new users, and the confirmation of their email addresses.
export { confirmEmailAddress, sendConfirmation, sendConfirmationTo } from './confirmation.ts';
export { readRegistration, register } from './register.ts';
