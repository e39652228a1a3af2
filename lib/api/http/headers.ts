// What every answer says, whatever it is about.
import type { Headers } from './answer.ts';
import { corsOf, type CorsSettings } from './cors.ts';
import { isPreview } from './preview.ts';
import type { Request } from './request.ts';

/**
 * For browsers: an answer is data, never a page, and pages of any site may load it as far as CORS lets them.
 * Not @middy/http-security-headers: these never change, and need not be worked out with every answer.
 */
const security: Headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What is about people and tokens, whoever asks. */
const personal = /\/(?:api\/(?:auth|users|users-permissions)|admin)(?:\/|$)/;

/** What is the same for all who give no credentials. All else no cache may keep; who kept it anyway can still ask by its ETag. */
export const isPublic = (request: Request, status: number): boolean =>
  request.method === 'GET' &&
  status < 400 &&
  request.headers.authorization === undefined &&
  !personal.test(request.path) &&
  !isPreview(request);

export const unkept: Headers = { 'cache-control': 'private, no-store' };

const nobody: CorsSettings = { origins: [], credentials: false, headers: [], maxAge: 0 };

/** @param settings undefined: no page of another site may read the answer */
export const commonHeaders = (request: Request, status: number, settings: CorsSettings | undefined): Headers => ({
  ...security,
  ...corsOf(settings ?? nobody).headersFor(request.headers.origin),
  'x-request-id': request.id,
  ...(isPublic(request, status) ? {} : unkept),
});
