// Answers the programs of agents: where users sign in, their registration, and their tokens.
import { checkAddress, checkLimit } from '../../api/rateLimit.ts';
import { isUrlEncodedForm, networkOf, plainAnswer, toApiError } from '../../api/http/index.ts';
import type { Operation, Request } from '../../api/http/index.ts';
import { agentScopes } from '../../platform/agentScopes.ts';
import { registerClient } from './clients.ts';
import { continueGrant } from './grants.ts';
import { firstScopes, issueAccessToken } from './identifyAgent.ts';
import { isOwnResource, oauthError, readParameters, requireAddresses } from './protocol.ts';

const generalError = (status: number): string =>
  status >= 500 ? 'server_error' : status === 429 ? 'temporarily_unavailable' : 'invalid_request';

/** The same operation with errors in the form of OAuth (RFC 6749, 5.2). @throws ApiError 404 where nobody can sign in */
const inOAuth =
  (operation: Operation): Operation =>
  (request, service) => {
    requireAddresses(service);
    return operation(request, service).catch((error: unknown) => {
      const { status, message, details, headers } = toApiError(error, () => request);
      return { status, headers, body: { error: details.error ?? generalError(status), error_description: message } };
    });
  };

/** @throws ApiError 400 for anything but a form, and for a parameter that is repeated */
const readForm = async ({ headers, readText }: Request) => {
  if (!isUrlEncodedForm(headers['content-type']))
    throw oauthError('invalid_request', 'Send a form: Content-Type: application/x-www-form-urlencoded');
  return readParameters(await readText());
};

const describeResource: Operation = (_, service) => {
  const { issuer, resource } = requireAddresses(service);
  const description = {
    ...{ resource, resource_name: service.config.editor.name, authorization_servers: [issuer] },
    ...{ scopes_supported: firstScopes, bearer_methods_supported: ['header'] },
  };
  return Promise.resolve(plainAnswer(description));
};

const describeAuthorization: Operation = (_, service) => {
  const { issuer, authorize } = requireAddresses(service);
  const description = {
    ...{ issuer, authorization_endpoint: authorize, token_endpoint: `${issuer}/oauth/token` },
    ...{ registration_endpoint: `${issuer}/oauth/register`, token_endpoint_auth_methods_supported: ['none'] },
    ...{ response_types_supported: ['code'], response_modes_supported: ['query'], scopes_supported: agentScopes },
    ...{ grant_types_supported: ['authorization_code', 'refresh_token'], code_challenge_methods_supported: ['S256'] },
    ...{ authorization_response_iss_parameter_supported: true, client_id_metadata_document_supported: true },
  };
  return Promise.resolve(plainAnswer(description));
};

const registerAgent: Operation = async (request, service) => {
  const { perAddress } = service.config.auth.limits.register;
  await checkLimit(service, perAddress, 'register', 'client', networkOf(request.address));
  const { id, name, redirectUris } = await registerClient(service, await request.readBody());
  const body = {
    ...{ client_id: id, client_name: name, redirect_uris: redirectUris, token_endpoint_auth_method: 'none' },
    ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  };
  return { status: 201, body };
};

const issueToken: Operation = async (request, service) => {
  await checkAddress(service, request, 'refresh');
  const form = await readForm(request);
  const require = (name: string): string => {
    const value = form[name];
    if (value === undefined) throw oauthError('invalid_request', `${name} is missing`);
    return value;
  };
  const { grant_type: type, resource } = form;
  if (type !== 'authorization_code' && type !== 'refresh_token')
    throw oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
  if (!isOwnResource(service, resource)) throw oauthError('invalid_target', `The site has no resource ${resource}`);
  const client = require('client_id');
  const isFirst = type === 'authorization_code';
  const proof = isFirst ? { redirectUri: require('redirect_uri'), verifier: require('code_verifier') } : undefined;
  const continued = await continueGrant(service, require(isFirst ? 'code' : type), client, proof);
  const { grant, refreshToken, seconds } = continued;
  return plainAnswer({
    ...{ access_token: await issueAccessToken(service, continued), token_type: 'Bearer', expires_in: seconds },
    // The scope is what the user allowed, whatever the client asks for.
    ...{ refresh_token: refreshToken, scope: grant.agent.scopes.join(' ') },
  });
};

/** The operations of the routes of OAuth. */
export const oauthOperations = {
  ...{ describeResource, describeAgentResource: describeResource, describeAuthorization },
  ...{ registerAgent: inOAuth(registerAgent), issueToken: inOAuth(issueToken) },
};
