// Logins by providers: of editors by OpenID Connect, and of members.
export { SignInFailure } from './failure.ts';
export { findLinkedAccount, unlinkAccount } from './linkedAccount.ts';
export { readFinishedLogin, receiveLogin, startLogin } from './loginSteps.ts';
export { endByProvider, logoutAddress, logOutAtProvider } from './logout.ts';
export { connectMember, receiveMember, redeemMemberToken, redirectForm, requireMemberProvider } from './members.ts';
export { providersOf, requireProvider } from './providers.ts';
export { recheckSession } from './recheckSession.ts';
