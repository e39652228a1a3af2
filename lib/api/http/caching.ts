// Computes how long caches may keep anonymous reads, as configured for the content type.
import type { Service } from '../../platform/service.ts';
import type { Answer, Headers } from './answer.ts';
import { isPublic, unkept } from './headers.ts';
import type { Request } from './request.ts';

type CacheSettings = Service['config']['cache'];

const textOf = ({ maxAge, sharedMaxAge, staleWhileRevalidate }: CacheSettings['types'][string]): string =>
  [
    ...['public', `max-age=${maxAge}`, `s-maxage=${sharedMaxAge}`],
    ...(staleWhileRevalidate > 0 ? [`stale-while-revalidate=${staleWhileRevalidate}`] : []),
  ].join(', ');

/** @returns no headers if the type has no cache configuration, or if no cache may keep the answer */
export const cachingOf = (request: Request, { status, shown }: Answer, { types }: CacheSettings): Headers => {
  if (shown === undefined || !isPublic(request, status)) return {};
  if (shown.drafts) return unkept;
  const settings = types[shown.uid];
  if (settings === undefined) return {};
  const { keys = '' } = shown;
  return { 'cache-control': textOf(settings), ...(keys === '' ? {} : { 'surrogate-key': keys }) };
};
