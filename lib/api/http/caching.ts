// How long caches may keep what is read without credentials, as it is configured for the type that was asked for.
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

/** @returns nothing where nothing is configured, and for answers that no cache may keep anyway */
export const cachingOf = (request: Request, { status, shown }: Answer, { types }: CacheSettings): Headers => {
  if (shown === undefined || !isPublic(request, status)) return {};
  if (shown.drafts) return unkept;
  const settings = types[shown.uid];
  if (settings === undefined) return {};
  const { keys = '' } = shown;
  return { 'cache-control': textOf(settings), ...(keys === '' ? {} : { 'surrogate-key': keys }) };
};
