// Which pages of other sites may read answers: CORS, worked out once for a configuration.
// Not @middy/http-cors: its options are given before there is a configuration, and it works them out with every answer.
import type { Service } from '../../platform/service.ts';
import type { Answer, Headers } from './answer.ts';

export type CorsSettings = Service['config']['http']['cors'];

export interface Cors {
  /** What an answer to a page of that origin says; undefined: to who names none. */
  readonly headersFor: (origin: string | undefined) => Headers;
  /** What else is said to a browser that asks beforehand. */
  readonly preflight: Headers;
}

/** Request headers that mean something here. */
const read = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Strapi-Response-Format',
  'X-Request-Id',
];

/** Answers' headers that pages may read beside those that they always may. */
const exposed = 'ETag, Idempotent-Replayed, Retry-After, Server-Timing, X-Request-Id';

/** What answers differ by beside their address: who asks, and the form they ask for. Caches must keep these apart. */
const vary = 'Authorization, Strapi-Response-Format';

const allowing = (origin: string): Headers => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposed,
});

/** Where any page may read, all are told the same, whether they name their origin or not: caches need keep one answer. */
const corsFor = ({ origins, credentials, headers, maxAge }: CorsSettings): Cors => {
  const any = origins.includes('*');
  const named = any && !credentials ? [] : origins.filter((origin) => origin !== '*');
  const varying = { vary: named.length === 0 ? vary : `${vary}, Origin` };
  const others = { ...varying, ...(any ? allowing('*') : {}) };
  const withCredentials: Headers = credentials ? { 'access-control-allow-credentials': 'true' } : {};
  const byOrigin = new Map(
    named.map((origin) => [origin, { ...varying, ...allowing(origin), ...withCredentials }] as const),
  );
  return {
    headersFor: (origin) => (origin === undefined ? others : (byOrigin.get(origin) ?? others)),
    preflight: {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': [...read, ...headers].join(', '),
      'access-control-max-age': String(maxAge),
    },
  };
};

const known = new WeakMap<CorsSettings, Cors>();

export const corsOf = (settings: CorsSettings): Cors => {
  const there = known.get(settings);
  if (there !== undefined) return there;
  const cors = corsFor(settings);
  known.set(settings, cors);
  return cors;
};

/** What is answered to a browser that asks what it may ask: the same for every path. */
export const preflight = (settings: CorsSettings): Answer => ({ status: 204, headers: corsOf(settings).preflight });
