// The first step of every request about sessions.
import type { Caller } from '../../platform/access/index.ts';
import { notFound } from '../../errors.ts';
import { checkPermission, type RoutePermission, type Request, type Route } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';

/** The operations that need refresh tokens. */
const refreshing: ReadonlySet<string> = new Set(['refresh', 'logout', 'findSessions', 'revokeSession']);

/**
 * @throws ApiError 404 without a secret to sign sessions with, and for operations that need refresh tokens where there are
 *   none; 401 for invalid credentials; 403 for a caller without the permission of the route
 */
export const checkAuth = async (
  request: Request,
  service: Service,
  route: Route<string, RoutePermission>,
): Promise<Caller> => {
  const isOff = refreshing.has(route.operation) && !service.config.auth.refresh;
  if (isOff || !service.access.sessions.isEnabled) throw notFound();
  return checkPermission(request, service, route);
};
