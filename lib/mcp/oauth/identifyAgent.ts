// Finds who a request to `/mcp` comes from: an API token, or the agent of a user, which may do less than its user.
import { roleIdOf } from '../../accounts/roles/index.ts';
import { identifyCaller, type Request } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import { bearerToken, callerWithRole, type Caller } from '../../platform/access/index.ts';
import type { AgentScope } from '../../platform/agentScopes.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { findGrant, type ContinuedGrant } from './grants.ts';
import { findAddresses, requireAddresses } from './protocol.ts';
import { reducePermissions } from './scopes.ts';

/** What a client asks for at first: an agent publishes only if its user allows that. */
export const firstScopes: readonly AgentScope[] = ['read', 'write'];

/** A token for another resource does not open. */
const purposeOf = (resource: string): string => `access of an agent to ${resource}`;

/** @returns a text that only `/mcp` opens @throws ApiError 404 where nobody can sign in */
export const issueAccessToken = async (service: Service, { grant, seconds }: ContinuedGrant): Promise<string> => {
  const access = [grant._id, service.now().getTime() + seconds * 1000];
  return seal(service.secrets.sessions, purposeOf(requireAddresses(service).resource), JSON.stringify(access));
};

/** @returns the id of the grant; undefined for a token of another kind, for another resource, or that has expired */
const readAccessToken = async (service: Service, token: string): Promise<string | undefined> => {
  const { resource } = findAddresses(service) ?? {};
  const opened = resource && (await unseal(service.secrets.sessions, purposeOf(resource), token));
  const [grant, until] = JSON.parse(opened ?? '["", 0]') as [string, number]; // `issueAccessToken` sealed it
  return until > service.now().getTime() ? grant : undefined;
};

const findAgent = async (service: Service, token: string): Promise<Caller | undefined> => {
  // An API token has no dots.
  const id = token.includes('.') ? await readAccessToken(service, token) : undefined;
  const found = id === undefined ? undefined : await findGrant(service, id);
  if (found === undefined) return undefined;
  const { _id: grant } = found.grant;
  const { client, scopes } = found.grant.agent;
  const { roles, restrict } = service.access;
  const user = await callerWithRole(roles, { documentId: found.user.documentId, role: roleIdOf(found.user) });
  const allowed = reducePermissions(service.schema, user, scopes);
  const view = `${user.view} agent ${scopes.join(' ')}`;
  const caller = { ...user, allowed, view, agent: { grant, name: client.name } };
  return restrict === undefined ? caller : restrict(caller);
};

/** 401, with where a client of OAuth finds who lets agents in (RFC 9728). */
const unauthorized = (service: Service, error?: 'invalid_token'): ApiError => {
  const { description } = findAddresses(service) ?? {};
  const begin = error === undefined ? '' : `error="${error}", `;
  const more = ` ${begin}scope="${firstScopes.join(' ')}", resource_metadata="${description}"`;
  const headers = { 'www-authenticate': `Bearer${description === undefined ? '' : more}` };
  const way = description === undefined ? 'Send' : 'Sign in as an agent, or send';
  return new ApiError(401, 'UnauthorizedError', `${way} an API token: Authorization: Bearer …`, {}, headers);
};

/**
 * @returns the caller of an API token, or with `agent` that of a program that a user lets in, which may do less than its user
 * @throws ApiError 401 without valid credentials, and for the JWT of a session, which may do all that its user may
 */
export const identifyAgent = async (request: Request, service: Service): Promise<Caller> => {
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) throw unauthorized(service);
  const agent = await findAgent(service, token);
  const caller = await identifyCaller({ ...request, caller: agent }, service).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? unauthorized(service, 'invalid_token') : error;
  });
  if (caller.user !== undefined && caller.agent === undefined) throw unauthorized(service, 'invalid_token');
  return caller;
};
