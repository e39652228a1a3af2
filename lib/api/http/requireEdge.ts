// Requires that a request came through the CloudFront of a deployment: the gateway also has an address of its own, whose callers
// could name any address as theirs and pass by a firewall.
import { forbidden } from '../../errors.ts';
import { isSameSecret } from '../../platform/isSameSecret.ts';
import type { Service } from '../../platform/service.ts';
import type { Request } from './request.ts';

/** The header in which CloudFront sends the secrets; it replaces one that a caller sends. */
export const edgeHeader = 'x-lectern-edge';

/** Monitors may ask the gateway itself. */
const healthChecks: readonly string[] = ['/_health', '/_ready'];

/** Whether the header of a request has a secret of CloudFront, or there are no secrets. */
export const isFromEdge = (sent: string, { edge = [] }: Service['secrets']): boolean =>
  edge.length === 0 || sent.split(' ').some((one) => edge.some((secret) => isSameSecret(one, secret)));

/**
 * @returns the request without the secrets, which project code must not see
 * @throws ApiError 403
 */
export const requireEdge = (request: Request, secrets: Service['secrets']): Request => {
  if ((secrets.edge ?? []).length === 0) return request;
  const { [edgeHeader]: sent = '', ...headers } = request.headers;
  if (!healthChecks.includes(request.path) && !isFromEdge(sent, secrets))
    throw forbidden('Send requests to the address of the site');
  return { ...request, headers };
};
