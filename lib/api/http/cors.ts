// CORS: which web pages of other origins may read answers. Computed once for each configuration. Not
// @middy/http-cors, because it needs its options before the configuration is loaded and computes headers for every
// answer.
import { memoize } from '../../memoize.ts';
import type { Service } from '../../platform/service.ts';
import type { Answer, Headers } from './answer.ts';

export type CorsSettings = Service['config']['http']['cors'];

export interface Cors {
  /** The headers of an answer to a page of that origin; undefined: the request names no origin. */
  readonly headersFor: (origin: string | undefined) => Headers;
  /** The additional headers of a preflight answer. */
  readonly preflight: Headers;
}

/** Request headers that Lectern reads. */
const requestHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Lectern-Source',
  'Lectern-Source-Maps',
  // Of agents in a browser.
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Strapi-Encode-Source-Maps',
  'Strapi-Response-Format',
  'X-Request-Id',
  'X-Strapi-Refresh-Cookie',
];

/** Response headers that pages may read in addition to those that CORS always allows. */
const exposedHeaders = 'ETag, Idempotent-Replayed, Retry-After, Server-Timing, WWW-Authenticate, X-Request-Id';

/** Answers depend on these request headers, so caches must store them separately. */
const varyHeaders = 'Authorization, Strapi-Response-Format';

/** The `Vary` of an answer that also depends on `Accept`. @param cors the CORS headers of the answer */
export const varyWithAccept = ({ vary }: Headers): string => `${vary}, Accept`;

const allowOrigin = (origin: string): Headers => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders,
});

/**
 * If all origins are allowed without credentials, every request gets the same headers, so caches need only one copy.
 */
const computeCors = ({ origins, credentials, headers, maxAge }: CorsSettings): Cors => {
  const allowsAny = origins.includes('*');
  const namedOrigins = allowsAny && !credentials ? [] : origins.filter((origin) => origin !== '*');
  const varying = { vary: namedOrigins.length === 0 ? varyHeaders : `${varyHeaders}, Origin` };
  const otherHeaders = { ...varying, ...(allowsAny ? allowOrigin('*') : {}) };
  const withCredentials: Headers = credentials ? { 'access-control-allow-credentials': 'true' } : {};
  const byOrigin = new Map(
    namedOrigins.map((origin) => [origin, { ...varying, ...allowOrigin(origin), ...withCredentials }] as const),
  );
  return {
    headersFor: (origin) => (origin === undefined ? otherHeaders : (byOrigin.get(origin) ?? otherHeaders)),
    preflight: {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': [...requestHeaders, ...headers].join(', '),
      'access-control-max-age': String(maxAge),
    },
  };
};

export const corsOf = memoize(computeCors);

/** The answer to a preflight request. It is the same for every path. */
export const preflight = (settings: CorsSettings): Answer => ({ status: 204, headers: corsOf(settings).preflight });
