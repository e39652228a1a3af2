// Computes how long caches may keep anonymous reads, as configured for the content type.
import type { Service } from '../../platform/service.ts';
import type { Answer, Headers } from './answer.ts';
import { isPublic, noStore } from './headers.ts';
import type { Request } from './request.ts';

type CacheSettings = Service['config']['cache'];

const cacheControlOf = ({ maxAge, sharedMaxAge, staleWhileRevalidate }: CacheSettings['types'][string]): string =>
  [
    ...['public', `max-age=${maxAge}`, `s-maxage=${sharedMaxAge}`],
    ...(staleWhileRevalidate > 0 ? [`stale-while-revalidate=${staleWhileRevalidate}`] : []),
  ].join(', ');

/** @returns no headers if the type has no cache configuration, or if no cache may keep the answer */
export const cacheHeaders = (
  request: Request,
  { status, cacheMetadata }: Answer,
  { types }: CacheSettings,
): Headers => {
  if (cacheMetadata === undefined || !isPublic(request, status)) return {};
  if (cacheMetadata.drafts) return noStore;
  const settings = types[cacheMetadata.uid];
  if (settings === undefined) return {};
  const { keys = '' } = cacheMetadata;
  return { 'cache-control': cacheControlOf(settings), ...(keys === '' ? {} : { 'surrogate-key': keys }) };
};
