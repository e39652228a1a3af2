// Parses queries once: the same text gives the same query for callers with the same view.
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

const caches = new WeakMap<Service, LruCache<Query>>();

const cacheOf = (service: Service): LruCache<Query> => {
  const cache = caches.get(service) ?? new LruCache<Query>(maxQueries);
  caches.set(service, cache);
  return cache;
};

/** The locales are the same object for some seconds. */
const localesKeys = new WeakMap<Locales, string>();

const localesKey = (locales: Locales): string => {
  const known = localesKeys.get(locales);
  if (known !== undefined) return known;
  const key = [locales.defaultLocale, ...locales.codes].join(',');
  localesKeys.set(locales, key);
  return key;
};

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
