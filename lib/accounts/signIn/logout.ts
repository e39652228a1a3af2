// Logging out at a provider, and sessions that a provider ends.
import type * as Jose from 'jose';
import { buildEndSessionUrl, type Configuration } from 'openid-client';
import { memoize } from '../../memoize.ts';
import { logFailure, type Answer, type Request } from '../../api/http/index.ts';
import { isObject } from '../../schema/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import { unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { sessionCollection } from '../sessions/index.ts';
import { SignInFailure } from './failure.ts';
import { limitedFetch } from './limitedFetch.ts';
import {
  configurationOf,
  redirectAddress,
  sealPurpose,
  timeoutSeconds,
  toleranceSeconds,
  type EditorProvider,
} from './providers.ts';
import { redirectTo } from './visitProvider.ts';
import { endSessionsByProvider } from './recheckSession.ts';
import { useOnce, wasUsed, withdrawLogins } from './storedLogins.ts';

/** A longer one does not fit into an address. */
const maxHint = 4_000;

/**
 * @param session the id of one that is about to end
 * @returns the path that logs its user out at the provider too; nothing for a session that began with a password
 */
export const logoutAddress = async (
  service: Service,
  session: string | undefined,
): Promise<{ readonly providerLogout?: string }> => {
  if (session === undefined) return {};
  const found = await (await sessionCollection(service)).findOne({ _id: session });
  if (found?.provider === undefined) return {};
  const { name, idToken = '' } = found.provider;
  const hint = idToken.length > maxHint ? '' : `?${new URLSearchParams({ hint: idToken }).toString()}`;
  return { providerLogout: `/admin/connect/${encodeURIComponent(name)}/logout${hint}` };
};

const loginPage = '/editor/login';

/** @throws SignInFailure if the provider does not answer */
const endSessionAddress = async (request: Request, service: Service, provider: EditorProvider): Promise<string> => {
  const configuration = await configurationOf(service, provider);
  if (configuration.serverMetadata().end_session_endpoint === undefined) return loginPage;
  const sealed = new URLSearchParams(request.query).get('hint') ?? '';
  const hint = await unseal(service.secrets.sessions, sealPurpose, sealed);
  const returnAddress = new URL(loginPage, redirectAddress(service, provider)).href;
  const { href } = buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: returnAddress,
    // The only name that Cognito knows.
    logout_uri: returnAddress,
    ...(hint === undefined ? {} : { id_token_hint: hint }),
  });
  return href;
};

/**
 * Sends a browser to the logout of a provider, which sends it back to the login page.
 * If the provider does not answer, it goes there at once.
 */
export const logOutAtProvider = (request: Request, service: Service, provider: EditorProvider): Promise<Answer> =>
  endSessionAddress(request, service, provider)
    .catch((error: unknown) => {
      if (!(error instanceof SignInFailure)) throw error;
      logFailure(request, error);
      return loginPage;
    })
    .then((address) => redirectTo(address));

const maxTokenSeconds = 300;

const event = 'http://schemas.openid.net/event/backchannel-logout';

/** None with a shared secret: the keys are public. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const invalidToken = (): ApiError => invalid('The logout token is not valid');

/** The keys of a provider: read once, and again for an unknown key at most every 30 seconds. */
const keysOf = memoize((configuration: Configuration, jose: typeof Jose): Jose.JWTVerifyGetKey => {
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (keys === undefined) throw invalidToken();
  return jose.createRemoteJWKSet(new URL(keys), {
    timeoutDuration: timeoutSeconds * 1000,
    [jose.customFetch]: (url, options) => limitedFetch(url, { ...options, body: undefined, headers: {} }),
  });
});

/** What jose throws if the keys cannot be read. */
const keyErrors: ReadonlySet<string> = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT']);

/** A provider sends a token again after a 503, and never after a 400. */
const toFailure = (jose: typeof Jose, error: unknown, { name }: EditorProvider): ApiError | SignInFailure =>
  error instanceof jose.errors.JOSEError && !keyErrors.has(error.code)
    ? invalidToken()
    : new SignInFailure('unavailable', `The keys of ${name} cannot be read`, error);

/** @throws ApiError 400 for a token that is not the provider's, or is no logout token; SignInFailure without its keys */
const readLogoutToken = async (service: Service, provider: EditorProvider, token: string): Promise<Jose.JWTPayload> => {
  const configuration = await configurationOf(service, provider);
  const { issuer } = configuration.serverMetadata();
  const options = {
    issuer,
    audience: provider.clientId,
    algorithms,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: maxTokenSeconds,
    clockTolerance: toleranceSeconds,
    currentDate: service.now(),
  };
  const jose = await import('jose');
  const { payload } = await jose.jwtVerify(token, keysOf(configuration, jose), options).catch((error: unknown) => {
    throw toFailure(jose, error, provider);
  });
  const isLogout = isObject(payload.events) && isObject(payload.events[event]) && payload.nonce === undefined;
  if (!isLogout || (typeof payload.sid !== 'string' && payload.sub === undefined)) throw invalidToken();
  return payload;
};

/**
 * Ends the sessions that a provider names (OpenID Connect Back-Channel Logout): one of its own, or all of a person. Logins that have
 * not become sessions yet end too.
 *
 * @throws ApiError 400 for an invalid token, and for one that was used before; SignInFailure if the provider does not answer
 */
export const endByProvider = async (request: Request, service: Service, provider: EditorProvider): Promise<void> => {
  const token = new URLSearchParams(await request.readText()).get('logout_token') ?? '';
  const { iss, sub, sid, jti } = await readLogoutToken(service, provider, token);
  const id = hashOf(iss, jti);
  if (await wasUsed(service, id)) throw invalidToken();
  const named = {
    name: provider.name,
    issuer: iss,
    ...(sub === undefined ? {} : { subject: sub }),
    ...(typeof sid === 'string' ? { sid } : {}),
  };
  await withdrawLogins(service, named);
  const sessions = await sessionCollection(service);
  const filter = Object.fromEntries(Object.entries(named).map(([name, value]) => [`provider.${name}`, value]));
  for (const documentId of await sessions.distinct('user', filter)) await endSessionsByProvider(service, documentId);
  // Only now: if the database fails before, the provider sends the token again.
  const until = new Date(service.now().getTime() + (maxTokenSeconds + 2 * toleranceSeconds) * 1000);
  await useOnce(service, { id, until });
};
