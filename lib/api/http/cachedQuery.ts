// Parses queries once: the same text gives the same query for callers with the same view.
import { memoize } from '../../memoize.ts';
import type { Action, Caller } from '../../platform/access/index.ts';
import { readQuery, type Locales, type Query } from '../../read/query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { formatOf, type Request } from './request.ts';
import { LruCache } from '../../platform/lruCache.ts';

/** The queries of sites are shorter. To read a longer one takes milliseconds. */
export const maxShortQuery = 2_000;

/** A site repeats the same few hundred queries. */
const maxQueries = 500;

const cacheOf: (service: Service) => LruCache<Query> = memoize(() => new LruCache(maxQueries));

/** The locales are the same object for some seconds. */
const localesKey = memoize(({ defaultLocale, codes }: Locales) => [defaultLocale, ...codes].join(','));

/** `readQuery` with a cache. */
export const cachedQuery = (
  request: Request,
  service: Service,
  locales: Locales,
  type: ContentType,
  caller: Caller,
  action: Action,
): Query => {
  const { query: text } = request;
  const format = formatOf(request);
  const read = (): Query =>
    readQuery(text, type, caller, { ...service, locales }, { action, format, takesRelease: true });
  // Longer texts are rare and would fill the memory.
  return text.length > maxShortQuery
    ? read()
    : cacheOf(service).get([type.uid, action, caller.view, localesKey(locales), format, text].join(' '), read);
};
