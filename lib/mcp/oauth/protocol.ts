// What all parts of OAuth share: its addresses, parameters and errors.
import { withoutEndSlashes } from '../../api/http/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { apiAddress } from '../../platform/config/index.ts';
import type { Service } from '../../platform/service.ts';

/** @returns undefined where nobody can sign in: without the editor, its address, or a secret to sign sessions with */
export const findAddresses = ({ config, access }: Pick<Service, 'config' | 'access'>) => {
  const { enabled, url } = config.editor;
  if (!enabled || url === '' || !access.sessions.isEnabled) return undefined;
  const { origin: issuer } = new URL(apiAddress(config));
  // RFC 9728 says where the description of a resource is.
  const [resource, description] = [`${issuer}/mcp`, `${issuer}/.well-known/oauth-protected-resource/mcp`];
  return { issuer, resource, description, authorize: `${withoutEndSlashes(url)}/authorize` };
};

/** @throws ApiError 404 where nobody can sign in */
export const requireAddresses = (service: Pick<Service, 'config' | 'access'>) => {
  const addresses = findAddresses(service);
  if (addresses === undefined) throw notFound();
  return addresses;
};

/** Whether a client means the resource of this site (RFC 8707). Older clients name none, and there is one. */
export const isOwnResource = (service: Service, sent: string | undefined): boolean =>
  sent === undefined || (URL.canParse(sent) && new URL(sent).href === requireAddresses(service).resource);

/**
 * @param text a query or a form; an empty parameter counts as not sent
 * @throws ApiError 400 for a parameter that is repeated: programs would not agree which one counts
 */
export const readParameters = (text: string): Readonly<Record<string, string | undefined>> => {
  const parameters = [...new URLSearchParams(text)];
  const names = parameters.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid(`${repeated} is repeated`, { path: repeated });
  return Object.fromEntries(parameters.filter(([, value]) => value !== ''));
};

/** 400, with one of the names of RFC 6749, 5.2, and of its extensions. */
export const oauthError = (error: string, description: string): ApiError =>
  new ApiError(400, 'OAuthError', description, { error });
