// Logins of members by a provider, as in Strapi: to the provider, back to a page of the site, and from there with a token to a session.
import { createHash, timingSafeEqual } from 'node:crypto';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { bodyTooLarge, logFailure, type Answer, type Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId, hashCode, isWithdrawn, mayUseMemberProvider, newCode } from '../users/index.ts';
import { admitIdentity } from './admitIdentity.ts';
import { SignInFailure } from './failure.ts';
import { readFlow, startFlow } from './flow.ts';
import { redeemCode } from './grant.ts';
import { knownProviders } from './knownProviders.ts';
import { configurationOf, redirectAddress, withOpenId, type MemberProvider, type Provider } from './providers.ts';
import { useOnce } from './storedLogins.ts';

interface StoredToken {
  /** The hash of the token. */
  readonly _id: string;
  readonly user: string;
  readonly path: string;
  readonly challenge: string | undefined;
  readonly until: Date;
}

const tokenMs = 60_000;

/** @throws ApiError 400, as in Strapi, for a provider that the configuration does not have or does not enable */
export const requireMemberProvider = ({ config }: Pick<Service, 'config'>, name = ''): MemberProvider => {
  const { members } = config.signIn;
  const settings = Object.hasOwn(members, name) ? members[name] : undefined;
  if (settings?.enabled !== true) throw new ApiError(400, 'ApplicationError', 'This provider is disabled');
  const known = Object.hasOwn(knownProviders, name) ? knownProviders[name] : undefined;
  const { key, callback, callbacks, scope, issuer, addressesAreVerified } = settings;
  // Strapi's default, `email` alone, brings no id_token.
  const scopes = known?.oauth === undefined ? withOpenId(scope) : scope;
  return {
    name,
    audience: 'members',
    path: `/api/connect/${encodeURIComponent(name)}/callback`,
    issuer: issuer === '' ? (known?.issuer ?? '') : issuer,
    clientId: key,
    scopes: scope.length === 0 ? (known?.scopes ?? ['openid', 'profile', 'email']) : scopes,
    parameters: known?.parameters ?? {},
    addressesAreVerified,
    known,
    defaultRole: config.auth.register ? 'authenticated' : '',
    callbacks: [callback, ...callbacks].filter((one) => one !== ''),
  };
};

/** No cache may keep an answer with a cookie or a token. */
const redirectTo = (location: string, headers: Answer['headers'] = {}): Answer => ({
  status: 302,
  headers: { ...headers, location, 'cache-control': 'private, no-store' },
});

const withParameter = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

/**
 * The page that a request wants to return to.
 *
 * @throws ApiError 400 for one that the configuration does not list
 */
const readCallback = (query: URLSearchParams, { name, callbacks }: MemberProvider): string => {
  const [first] = callbacks;
  const wanted = query.get('callback') ?? first;
  if (wanted === undefined)
    throw new ApiError(400, 'ApplicationError', `signIn.members.${name}.callback is empty: write the page of the site`);
  if (!callbacks.includes(wanted))
    throw invalid('The page is not one of the callbacks of this provider', { path: 'callback' });
  return wanted;
};

/** @throws ApiError 400 for another method than S256 */
const readChallenge = (query: URLSearchParams): string | undefined => {
  const challenge = query.get('code_challenge') ?? undefined;
  const isValid = query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(challenge ?? '');
  if (challenge !== undefined && !isValid)
    throw invalid('code_challenge must be one of the method S256', { path: 'code_challenge' });
  return challenge;
};

/** @throws every error that is no SignInFailure */
const toFailedLogin = async (
  request: Request,
  service: Service,
  { name }: Provider,
  callback: string,
  error: unknown,
): Promise<Answer> => {
  if (!(error instanceof SignInFailure)) throw error;
  if (error.reason === 'refused' || error.reason === 'unavailable') logFailure(request, error);
  const target = { type: 'provider', name, id: error.reason };
  await recordAction(service, { action: 'login.failed', target, actor: 'public' });
  return redirectTo(withParameter(callback, 'error', error.reason));
};

/**
 * Sends a member to a provider. The query may have `callback`, a page of the configuration, and `code_challenge`.
 *
 * @throws ApiError 400 for another page, and for a challenge that is not valid
 */
export const connectMember = async (request: Request, service: Service, provider: MemberProvider): Promise<Answer> => {
  const query = new URLSearchParams(request.query);
  const [callback, challenge] = [readCallback(query, provider), readChallenge(query)];
  try {
    const configuration = await configurationOf(service, provider);
    const { state, nonce, verifier, headers } = startFlow(service, request, provider.path, callback, challenge);
    const { oauth, hasStateOnly = false } = provider.known ?? {};
    const proofs = { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const address = buildAuthorizationUrl(configuration, {
      ...provider.parameters,
      redirect_uri: redirectAddress(service, provider),
      scope: provider.scopes.join(' '),
      state,
      ...(hasStateOnly ? {} : proofs),
      ...(hasStateOnly || oauth !== undefined ? {} : { nonce }),
    });
    return redirectTo(address.href, headers);
  } catch (error) {
    return toFailedLogin(request, service, provider, callback, error);
  }
};

const tokenCollection = async ({ database }: Service) =>
  (await database.get()).collection<StoredToken>(collections.providerLogins);

/** Receives a member whom a provider sends back, and sends them to the page of the site with a token for one login. */
export const receiveMember = async (request: Request, service: Service, provider: MemberProvider): Promise<Answer> => {
  const state = new URLSearchParams(request.query).get('state') ?? '';
  const flow = readFlow(service, request, provider.path, state);
  const callback = flow?.destination ?? readCallback(new URLSearchParams(), provider);
  try {
    if (flow === undefined) throw new SignInFailure('expired', 'The state is not of this browser, or too old');
    if (!(await useOnce(service, flow))) throw new SignInFailure('expired', 'The state was used before');
    const { identity } = await redeemCode(service, provider, request.query, { ...flow, state });
    const { documentId: user } = await admitIdentity(service, provider, identity);
    const token = newCode();
    const until = new Date(service.now().getTime() + tokenMs);
    const { challenge } = flow;
    const tokens = await tokenCollection(service);
    await tokens.insertOne({ _id: hashCode(token), user, path: provider.path, challenge, until });
    return redirectTo(withParameter(callback, challenge === undefined ? 'access_token' : 'code', token));
  } catch (error) {
    return toFailedLogin(request, service, provider, callback, error);
  }
};

/** More than any code, state and name of a person. */
const maxFormLength = 4_000;

/**
 * Turns a form that a provider sends through the browser (`response_mode=form_post`, as Apple's) into the same request by GET:
 * browsers send the cookie of the login with that one only.
 *
 * @throws ApiError 413 for a longer form
 */
export const redirectForm = async (
  { readText }: Pick<Request, 'readText'>,
  { path }: Pick<Provider, 'path'>,
): Promise<Answer> => {
  const text = await readText();
  if (text.length > maxFormLength) throw bodyTooLarge(maxFormLength);
  return { ...redirectTo(`${path}?${new URLSearchParams(text).toString()}`), status: 303 };
};

/** Whether a page that began with a challenge has its verifier. */
const matchesChallenge = (challenge: string | null | undefined, verifier: string): boolean => {
  if (challenge === null || challenge === undefined) return true;
  const computed = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(challenge), Buffer.from(computed));
};

/**
 * Redeems the token of a login, or its code with `code_verifier`: once, within a minute.
 *
 * @throws ApiError 400 for any other token
 */
export const redeemMemberToken = async (
  { query }: Pick<Request, 'query'>,
  service: Service,
  { path }: MemberProvider,
): Promise<StoredDocument> => {
  const parameters = new URLSearchParams(query);
  const token = parameters.get('access_token') ?? parameters.get('code') ?? '';
  const tokens = await tokenCollection(service);
  const found = await tokens.findOneAndDelete({ _id: hashCode(token), path, until: { $gt: service.now() } });
  const isValid = found !== null && matchesChallenge(found.challenge, parameters.get('code_verifier') ?? '');
  const user = isValid ? await findByDocumentId(service, found.user) : undefined;
  if (found === null || user === undefined || isWithdrawn(service, user, new Date(found.until.getTime() - tokenMs)))
    throw new ApiError(400, 'ApplicationError', 'The token of this login is not valid: log in again');
  if (!(await mayUseMemberProvider(service, user)))
    throw new ApiError(400, 'ApplicationError', 'This account logs in by a provider of the editor');
  return user;
};
