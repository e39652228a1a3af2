// The headers that every answer has, and how long caches may keep anonymous reads.
import { memoize } from '../../memoize.ts';
import type { Headers, Answer } from './answer.ts';
import { corsOf, type CorsSettings } from './cors.ts';
import { hasPreviewToken, type Request } from './request.ts';
import type { Service } from '../../platform/service.ts';
import { keyHeaders } from '../../read/execute/index.ts';

/**
 * Security headers: an answer is data and never a page, and pages of other sites may load it as far as CORS allows.
 * Not @middy/http-security-headers, because these headers are constant and need no computation for each answer.
 */
const securityHeaders: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Paths about users and tokens. Their answers are private even without credentials. */
const personalPaths = /\/(?:api\/(?:auth|users|users-permissions)|admin)(?:\/|$)/;

/** Whether the answer is the same for every caller without credentials. No cache may keep other answers. */
const isPublic = (request: Request, status: number): boolean =>
  request.method === 'GET' &&
  status < 400 &&
  request.headers.authorization === undefined &&
  !personalPaths.test(request.path) &&
  !hasPreviewToken(request);

const noStore: Headers = { 'cache-control': 'private, no-store' };

/**
 * Of public answers without another time: without the header, a cache that has a time of its own would keep them, and no purge
 * reaches them. Unlike with `no-store`, browsers keep them, and ask with their ETag.
 */
const revalidated: Headers = { 'cache-control': 'no-cache' };

const noCors: CorsSettings = { origins: [], credentials: false, headers: [], maxAge: 0 };

interface CommonHeaders {
  readonly public: Headers;
  readonly private: Headers;
}

/** By the CORS headers, of which there is one object for each configuration and origin. */
const commonHeadersOf = memoize((cors: Headers): CommonHeaders => {
  const headers = { ...securityHeaders, ...cors };
  return { public: { ...headers, ...revalidated }, private: { ...headers, ...noStore } };
});

/**
 * The headers that all answers have, apart from the id of the request.
 *
 * @param settings undefined: no page of another site may read the answer
 */
export const commonHeaders = (request: Request, status: number, settings = noCors): Headers => {
  const cors = corsOf(settings).headersFor(request.headers.origin);
  const common = commonHeadersOf(cors);
  return isPublic(request, status) ? common.public : common.private;
};

type CacheSettings = Service['config']['cache'];

type TypeSettings = CacheSettings['types'][string];

/** An answer with several types is kept as long as the type allows that allows least. */
const cacheControlOf = (types: readonly TypeSettings[]): string => {
  const least = (name: keyof TypeSettings): number => Math.min(...types.map((type) => type[name]));
  const stale = least('staleWhileRevalidate');
  return [
    ...['public', `max-age=${least('maxAge')}`, `s-maxage=${least('sharedMaxAge')}`],
    ...(stale > 0 ? [`stale-while-revalidate=${stale}`] : []),
  ].join(', ');
};

/** @returns how long the CloudFront of a deployment keeps a public answer that has no other time; no headers elsewhere */
export const edgeHeaders = (
  request: Request,
  { status }: Pick<Answer, 'status'>,
  { edgeSeconds }: Pick<Service['config'], 'edgeSeconds'>,
): Headers =>
  edgeSeconds === undefined || !isPublic(request, status)
    ? {}
    : { 'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}` };

/** @returns no headers if a type has no cache configuration, or if no cache may keep the answer */
export const cacheHeaders = (
  request: Request,
  { status, cacheMetadata }: Answer,
  { types, purge }: CacheSettings,
): Headers => {
  if (cacheMetadata === undefined || !isPublic(request, status)) return {};
  if (cacheMetadata.drafts) return noStore;
  const settings = cacheMetadata.uids.map((uid) => types[uid]).filter((one) => one !== undefined);
  if (settings.length < cacheMetadata.uids.length) return {};
  const { keys = '' } = cacheMetadata;
  return { 'cache-control': cacheControlOf(settings), ...(keys === '' ? {} : keyHeaders(keys, purge)) };
};
