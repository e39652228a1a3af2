// The first step of what only the owner of the site may do: the routes below /admin.
import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerOf } from '../../platform/access/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import type { Request } from './request.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In the same time whatever is given: hashes are of one length. */
const isSame = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));

/**
 * The owner is who has the owner token, which nothing else opens for.
 *
 * @throws ApiError 404 where there is no owner token, as if there were no such route; 401 for credentials that are
 *   none, 403 for those of somebody else and for no credentials
 */
export const owner = async ({ headers, noted }: Request, service: Service): Promise<void> => {
  const { owner: secret } = service.secrets;
  if (secret === undefined) throw notFound();
  const given = bearerOf(headers.authorization);
  if (given !== undefined && isSame(given, secret)) {
    noted.caller = 'owner';
    return;
  }
  noted.caller = (await service.access.callerOf(headers.authorization)).kind;
  throw forbidden();
};
