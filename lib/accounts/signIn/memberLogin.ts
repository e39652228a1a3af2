// Logins of members by a provider, as in Strapi: they begin and end at a page of the site, which redeems a token.
import { createHash, timingSafeEqual } from 'node:crypto';
import { bodyTooLarge, type Answer, type Request } from '../../api/http/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { withParameter } from '../mails.ts';
import { isWithdrawn } from '../sessions/index.ts';
import { mayUseMemberProvider } from '../passwords/index.ts';
import { knownProviders } from './knownProviders.ts';
import { withOpenId, type MemberProvider } from './providers.ts';
import { redirectTo, sendToProvider, type LoginEnd } from './visitProvider.ts';
import { storeMemberLogin, takeMemberLogin } from './storedLogins.ts';

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

/** Logins of members end at a page of the site, with a token for one login. */
export const memberLoginEnd = (service: Service, provider: MemberProvider): LoginEnd => ({
  provider,
  finish: async ({ path, challenge, destination }, _, user) => {
    const token = await storeMemberLogin(service, { path, challenge }, user);
    return withParameter(destination, challenge === undefined ? 'access_token' : 'code', token);
  },
  failureAddress: (callback = readCallback(new URLSearchParams(), provider), reason) =>
    withParameter(callback, 'error', reason),
});

/**
 * Sends a member to a provider. The query may have `callback`, a page of the configuration, and `code_challenge`.
 *
 * @throws ApiError 400 for another page, and for a challenge that is not valid
 */
export const sendMember = async (request: Request, service: Service, provider: MemberProvider): Promise<Answer> => {
  const query = new URLSearchParams(request.query);
  const [destination, challenge] = [readCallback(query, provider), readChallenge(query)];
  return sendToProvider(request, service, memberLoginEnd(service, provider), { destination, challenge });
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
  { path }: MemberProvider,
): Promise<Answer> => {
  const text = await readText();
  if (text.length > maxFormLength) throw bodyTooLarge(maxFormLength);
  return { ...redirectTo(`${path}?${new URLSearchParams(text).toString()}`), status: 303 };
};

/** Whether a page that began with a challenge has its verifier. */
const matchesChallenge = (challenge: string | undefined, verifier: string): boolean => {
  if (challenge === undefined) return true;
  const computed = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(challenge), Buffer.from(computed));
};

/**
 * Redeems the token of a login, or its code with `code_verifier`: once, within a minute.
 *
 * @throws ApiError 400 for any other token
 */
export const redeemMemberLogin = async (
  { query }: Pick<Request, 'query'>,
  service: Service,
  { path }: MemberProvider,
): Promise<StoredDocument> => {
  const parameters = new URLSearchParams(query);
  const token = parameters.get('access_token') ?? parameters.get('code') ?? '';
  const login = await takeMemberLogin(service, path, token);
  const isValid = login !== undefined && matchesChallenge(login.challenge, parameters.get('code_verifier') ?? '');
  const user = isValid ? await findByDocumentId(service, login.user) : undefined;
  if (login === undefined || user === undefined || isWithdrawn(service, user, login.found))
    throw new ApiError(400, 'ApplicationError', 'The token of this login is not valid: log in again');
  if (!(await mayUseMemberProvider(service, user)))
    throw new ApiError(400, 'ApplicationError', 'This account logs in by a provider of the editor');
  return user;
};
