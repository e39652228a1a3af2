// Authenticates the owner of the site, for the routes below /admin.
import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '../../platform/access/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import type { Request } from './request.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for every input, because the compared hashes have the same length. */
const isSame = (text: string, secret: string): boolean => timingSafeEqual(digest(text), digest(secret));

/**
 * Checks that the request has the owner token. No other credentials are accepted.
 *
 * @throws ApiError 404 if the site has no owner token, as for an unknown route; 401 for invalid credentials; 403 for
 *   other or no credentials
 */
export const requireOwner = async ({ headers, logFields }: Request, service: Service): Promise<void> => {
  const { owner: secret } = service.secrets;
  if (secret === undefined) throw notFound();
  const token = bearerToken(headers.authorization);
  if (token !== undefined && isSame(token, secret)) {
    logFields.caller = 'owner';
    return;
  }
  logFields.caller = (await service.access.identify(headers.authorization)).kind;
  throw forbidden();
};
