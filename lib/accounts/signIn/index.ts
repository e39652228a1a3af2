// Logins by providers: of editors by OpenID Connect, and of members.
export { receiveEditor, redeemEditorLogin, sendEditor } from './editorLogin.ts';
export { SignInFailure } from './failure.ts';
export { findLinkedAccount, unlinkAccount } from './linkedAccount.ts';
export { endByProvider, logoutAddress, logOutAtProvider } from './logout.ts';
export { receiveMember, redeemMemberLogin, redirectForm, requireMemberProvider, sendMember } from './memberLogin.ts';
export { providersOf, requireProvider } from './providers.ts';
export { recheckSession } from './recheckSession.ts';
