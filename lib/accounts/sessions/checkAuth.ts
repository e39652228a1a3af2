// The first step of every request about sessions.
import type { Caller } from '../../platform/access/index.ts';
import { forbidden, notFound } from '../../errors.ts';
import {
  checkPermission,
  identifyPermitted,
  type RoutePermission,
  type Request,
  type Route,
} from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { usesStrictCookie } from './refreshCookie.ts';

/**
 * The operations that need refresh tokens. They need no permission with the strict cookie: otherwise a role without these permissions
 * could not keep its session in the editor, or end that of an agent.
 */
const refreshing: ReadonlySet<string> = new Set(['refresh', 'logout', 'findSessions', 'revokeSession']);

/** @returns undefined for a text that is no URL */
const hostIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

/** Whether an older browser, without `Sec-Fetch-Site`, names a page that is neither at the host of the request nor at that of the editor. */
const isForeign = ({ headers }: Request, { editor }: Service['config']): boolean => {
  if (headers.origin === undefined) return false;
  const host = hostIn(headers.origin);
  return host === undefined || ![headers.host, hostIn(editor.url)].includes(host);
};

/**
 * Browsers send a strict cookie also for pages of other hosts of the same site, and CORS may allow these pages. But the
 * sessions of the editor are only for pages of the API's own origin.
 *
 * @throws ApiError 403 for a page of another origin
 */
export const requireSameOrigin = (request: Request, { config }: Pick<Service, 'config'>): void => {
  const from = request.headers['sec-fetch-site'];
  if (from === undefined ? isForeign(request, config) : from !== 'same-origin')
    throw forbidden('Only pages of the same origin may use x-strapi-refresh-cookie: strict');
};

/**
 * @throws ApiError 404 without a secret to sign sessions with, and for operations that need refresh tokens where there are
 *   none; 401 for invalid credentials; 403 for a caller without the permission of the route
 */
export const checkAuth = async (
  request: Request,
  service: Service,
  route: Route<string, RoutePermission>,
): Promise<Caller> => {
  const isStrict = usesStrictCookie(request);
  const isOff = refreshing.has(route.operation) && !service.config.auth.refresh && !isStrict;
  if (isOff || !service.access.sessions.isEnabled) throw notFound();
  if (isStrict) requireSameOrigin(request, service);
  if (isStrict && refreshing.has(route.operation)) return identifyPermitted(request, service, [], route.access);
  return checkPermission(request, service, route);
};
