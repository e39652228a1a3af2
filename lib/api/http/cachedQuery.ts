// Parses queries once: the same text gives the same query for callers with the same view. Long ones wait for each
// other, because reading one takes milliseconds, and other requests come in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Action, Caller } from '../../platform/access/index.ts';
import { readQuery, type Locales, type Query } from '../../read/query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { formatOf, type Request } from './request.ts';
import { LruCache } from '../../platform/lruCache.ts';
import { clientDisconnected } from '../../errors.ts';

/** The queries of sites are shorter. */
export const maxShortQuery = 2_000;

const turns = pLimit(1);

/** @throws ApiError 499 if the client disconnects while it waits */
export const waitForTurn = async ({ disconnected }: Pick<Request, 'disconnected'>): Promise<void> => {
  const signal = disconnected?.();
  await turns(() => nextTurn());
  if (signal?.aborted === true) throw clientDisconnected();
};

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
