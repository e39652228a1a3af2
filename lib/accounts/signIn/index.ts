// Logins by providers: of editors by OpenID Connect, and of members.
export { editorLoginEnd, redeemEditorLogin, sendEditor } from './editorLogin.ts';
export { SignInFailure } from './failure.ts';
export { findLinkedAccount, unlinkAccount } from './linkedAccount.ts';
export { endByProvider, logoutAddress, logOutAtProvider } from './logout.ts';
export { memberLoginEnd, redeemMemberLogin, redirectForm, requireMemberProvider, sendMember } from './memberLogin.ts';
export { providersOf, requireProvider } from './providers.ts';
export { receiveFromProvider } from './visitProvider.ts';
export { recheckSession } from './recheckSession.ts';
