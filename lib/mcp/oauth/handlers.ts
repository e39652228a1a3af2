// Asks users whether an agent may act for them.
import { requireRecentFactor } from '../../accounts/factors/index.ts';
import { findByDocumentId } from '../../accounts/users/index.ts';
import type { Request, UserCaller } from '../../api/http/index.ts';
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { invalid, unauthorized } from '../../errors.ts';
import { agentScopes } from '../../platform/agentScopes.ts';
import type { Service } from '../../platform/service.ts';
import { findClient, ownsRedirectUri } from './clients.ts';
import { agentContract } from './contract.ts';
import { createGrant } from './grants.ts';
import { firstScopes } from './identifyAgent.ts';
import { isOwnResource, readParameters, requireAddresses } from './protocol.ts';
import { possibleScopes } from './scopes.ts';

/** A request of a user of the editor. */
type UserRequest = Readonly<{ request: Request; caller: UserCaller }>;

/**
 * Reads the request of a client (OAuth 2.1, 4.1.1). A wrong one never leads the user away from the editor.
 *
 * @param text the query
 * @throws ApiError 400 naming the parameter that is wrong; 404 where nobody can sign in
 */
const readRequest = async (service: Service, text: string, { user }: UserCaller) => {
  const { issuer, resource } = requireAddresses(service);
  const parameters = readParameters(text);
  const { redirect_uri: redirectUri = '', code_challenge: challenge = '', state, scope = '' } = parameters;
  const client = await findClient(service, parameters.client_id ?? '', user);
  const refuse = (path: string, rule: string): Error =>
    invalid(`The request of ${client.name} is wrong: ${path} must be ${rule}`, { path });
  if (!ownsRedirectUri(client, redirectUri)) throw refuse('redirect_uri', 'an address of the program');
  if (parameters.response_type !== 'code') throw refuse('response_type', 'code');
  if (parameters.code_challenge_method !== 'S256') throw refuse('code_challenge_method', 'S256');
  if (!/^[\w-]{43}$/.test(challenge)) throw refuse('code_challenge', 'a hash of SHA-256 in base64url');
  if (!isOwnResource(service, parameters.resource)) throw refuse('resource', resource);
  const named = agentScopes.filter((one) => scope.split(' ').includes(one));
  return { issuer, client, redirectUri, challenge, state, requested: named.length === 0 ? firstScopes : named };
};

type AuthorizationRequest = Awaited<ReturnType<typeof readRequest>>;

/** The browser goes back to the client, which also learns who answers (RFC 9207). */
const redirectTo = (
  { issuer, redirectUri, state = '' }: AuthorizationRequest,
  name: 'code' | 'error',
  value: string,
) => {
  const url = new URL(redirectUri);
  url.searchParams.set(name, value);
  if (state !== '') url.searchParams.set('state', state);
  url.searchParams.set('iss', issuer);
  return { data: { redirect: url.href } };
};

/** @returns the user as stored, whose session has not ended since @throws ApiError 401 */
const findCurrentUser = async (service: Service, { request, caller }: UserRequest) => {
  const user = await findByDocumentId(service, caller.user);
  // A cache may know the session from before a new password, and a grant of the user as stored would outlive that.
  service.access.sessions.clearCache();
  await service.access.identify(request.headers.authorization);
  if (user === undefined) throw unauthorized();
  return user;
};

export const agentHandlers: Handlers<typeof agentContract, Service, UserRequest> = {
  findAuthorization: async ({ text }, service, { caller }) => {
    const { client, redirectUri, requested } = await readRequest(service, text, caller);
    const { name, url } = client;
    const possible = possibleScopes(service.schema, caller);
    const { protocol, host } = new URL(redirectUri);
    return {
      data: {
        client: { name, url },
        // A program on the machine of the user has a loopback address, or a scheme of its own.
        ...{ redirectHost: /^https?:$/.test(protocol) ? host : protocol.slice(0, -1), isLocal: protocol !== 'https:' },
        scopes: agentScopes.map((scope) => ({
          ...{ name: scope, requested: requested.includes(scope), possible: possible.includes(scope) },
        })),
      },
    };
  },
  decideAuthorization: async ({ body }, service, userRequest) => {
    const { caller } = userRequest;
    const { request: text, scopes = [], deny = false } = checkBody(agentContract, 'decideAuthorization', body);
    const authorization = await readRequest(service, text, caller);
    if (deny) return redirectTo(authorization, 'error', 'access_denied');
    const possible = possibleScopes(service.schema, caller);
    if (scopes.length === 0 || !scopes.every((scope) => possible.includes(scope)))
      throw invalid(`scopes must be some of what your role permits: ${possible.join(', ')}`, { path: 'scopes' });
    await requireRecentFactor(service, caller);
    const { redirectUri, challenge, client } = authorization;
    const { id, name, url } = client;
    const code = await createGrant(service, await findCurrentUser(service, userRequest), caller.session, {
      ...{ client: { id, name, url }, proof: { redirectUri, challenge } },
      scopes: agentScopes.filter((scope) => scopes.includes(scope)),
    });
    return redirectTo(authorization, 'code', code);
  },
};
