// Logins of editors by OpenID Connect providers.
export { SignInFailure } from './failure.ts';
export { readFinishedLogin, receiveLogin, startLogin } from './loginSteps.ts';
export { endByProvider, logoutAddress, logOutAtProvider } from './logout.ts';
export { providersOf, requireProvider, type Provider } from './providers.ts';
export { recheckSession } from './recheckSession.ts';
