// Exchanges codes and refresh tokens at a provider for an identity.
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  ClientError,
  fetchUserInfo,
  refreshTokenGrant,
  ResponseBodyError,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { Service } from '../../platform/service.ts';
import { claimAt, readSubject, type Claims, type Identity } from './identity.ts';
import { SignInFailure, type SignInReason } from './failure.ts';
import type { OpenFlow } from './flow.ts';
import { configurationOf, hasRoleRules, redirectAddress, type EditorProvider, type Provider } from './providers.ts';

/** What a provider issues with an identity. */
export interface Grant {
  readonly identity: Identity;
  /** To ask again who it is. */
  readonly refreshToken?: string | undefined;
  /** To log out at the provider. */
  readonly idToken?: string | undefined;
  /** The provider's id of its own session. */
  readonly sid?: string | undefined;
}

/** What a provider answers instead of tokens (RFC 6749, 5.2). */
type ProviderError = Pick<ResponseBodyError, 'error' | 'error_description'>;

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** What a provider answers if it no longer lets a person in. Its other errors are faults of the configuration, or of its own. */
const refusals: ReadonlySet<string> = new Set([
  'invalid_grant',
  'access_denied',
  'interaction_required',
  'login_required',
  'consent_required',
]);

/** Whether a provider, or the way to it, fails: its answer says nothing of the person. */
const isOutage = (error: unknown): boolean => {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof ClientError && error.cause instanceof Response) return error.cause.status >= 500;
  return !(error instanceof ClientError) || error.code === 'OAUTH_TIMEOUT' || error.code === undefined;
};

/** What a provider answers if a person does not want to log in; the last two are those of Apple and LinkedIn. */
const cancellations: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
]);

/**
 * @param defaultReason for an answer that is not valid
 * @returns a SignInFailure, whatever went wrong
 */
const toFailure = ({ name }: Provider, error: unknown, defaultReason: SignInReason): SignInFailure => {
  if (error instanceof SignInFailure) return error;
  // Its own cause is the whole query or answer, and logs have none.
  const answered = (reason: SignInReason, { error: code, error_description: description = '' }: ProviderError) =>
    new SignInFailure(reason, `${name} answers ${code}: ${description}`);
  if (error instanceof AuthorizationResponseError)
    return answered(cancellations.has(error.error) ? 'cancelled' : 'refused', error);
  if (error instanceof ResponseBodyError && refusals.has(error.error)) return answered('refused', error);
  if (error instanceof ResponseBodyError) return answered(isOutage(error) ? 'unavailable' : defaultReason, error);
  if (isOutage(error)) return new SignInFailure('unavailable', `${name} does not answer`, error);
  return new SignInFailure(defaultReason, `The answer of ${name} is not valid`, error);
};

/** Some providers have addresses and groups only at their userinfo endpoint. */
const withUserInfo = async (
  configuration: Configuration,
  provider: Provider,
  tokens: Tokens,
  claims: Claims & { readonly sub: string },
): Promise<Claims> => {
  const needsGroups = hasRoleRules(provider) && claimAt(claims, provider.rolesClaim) === undefined;
  if (typeof claims.email === 'string' && !needsGroups) return claims;
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const { email_verified: verified, ...userInfo } = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  // Of the address beside it, and of no other.
  const isOfAddress = claims.email === undefined || claims.email === userInfo.email;
  return { ...userInfo, ...(isOfAddress ? { email_verified: verified } : {}), ...claims };
};

const grantOf = async (configuration: Configuration, provider: Provider, tokens: Tokens): Promise<Grant> => {
  const idClaims = tokens.claims();
  if (idClaims === undefined) throw new SignInFailure('refused', `${provider.name} issues no id_token`);
  const claims = await withUserInfo(configuration, provider, tokens, idClaims);
  return {
    identity: { issuer: idClaims.iss, subject: readSubject(idClaims.sub), claims },
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
    sid: typeof claims.sid === 'string' ? claims.sid : undefined,
  };
};

/**
 * Exchanges the code in the answer of a provider, and checks its state, issuer, nonce, PKCE and the signature of the id_token.
 *
 * @param query of the request with which the browser came back
 * @throws SignInFailure
 */
export const redeemCode = async (
  service: Service,
  provider: Provider,
  query: string,
  { state, nonce, verifier }: OpenFlow,
): Promise<Grant> => {
  try {
    const configuration = await configurationOf(service, provider);
    const address = new URL(`${redirectAddress(service, provider)}?${query}`);
    const { oauth, hasStateOnly = false, readClaims } = provider.known ?? {};
    const checks = {
      expectedState: state,
      ...(hasStateOnly ? {} : { pkceCodeVerifier: verifier }),
      ...(hasStateOnly || oauth !== undefined ? {} : { expectedNonce: nonce }),
      idTokenExpected: oauth === undefined,
    };
    const tokens = await authorizationCodeGrant(configuration, address, checks);
    if (oauth !== undefined) return { identity: await oauth.identify(tokens.access_token) };
    const { identity, ...grant } = await grantOf(configuration, provider, tokens);
    const claims = readClaims?.(identity.claims, address.searchParams) ?? identity.claims;
    return { ...grant, identity: { ...identity, claims } };
  } catch (error) {
    throw toFailure(provider, error, 'refused');
  }
};

/**
 * Asks a provider again who a person is.
 *
 * @returns undefined if the provider answers without an id_token: it only says that the person may go on
 * @throws SignInFailure `refused` if the provider no longer lets the person in, or names another one; `unavailable`
 */
export const redeemRefreshToken = async (
  service: Service,
  provider: EditorProvider,
  refreshToken: string,
  subject: string,
): Promise<Grant | undefined> => {
  try {
    const configuration = await configurationOf(service, provider);
    const tokens = await refreshTokenGrant(configuration, refreshToken);
    const idClaims = tokens.claims();
    const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
    if (idClaims === undefined && userInfo === undefined) return undefined;
    const { sub, iss } = idClaims ?? { sub: subject, iss: issuer };
    if (sub !== subject) throw new SignInFailure('refused', `${provider.name} names another person`);
    const claims = await withUserInfo(configuration, provider, tokens, { ...idClaims, sub });
    return {
      identity: { issuer: iss, subject, claims },
      refreshToken: tokens.refresh_token ?? refreshToken,
      idToken: tokens.id_token,
    };
  } catch (error) {
    throw toFailure(provider, error, 'unavailable');
  }
};
