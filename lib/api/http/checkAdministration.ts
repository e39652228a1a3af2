// Checks who may use the routes below /admin: the owner of the site, and users whose role permits it.
import { administrator, bearerToken, requirePermission, type Caller } from '../../platform/access/index.ts';
import { nameActor } from '../../platform/audit/index.ts';
import { forbidden } from '../../errors.ts';
import { isSameSecret } from '../../platform/isSameSecret.ts';
import type { Service } from '../../platform/service.ts';
import { identifyCaller } from './admit.ts';
import type { Request } from './request.ts';
import type { AdministrationPermission, Route } from './routes/index.ts';

const hasOwnerToken = ({ headers }: Request, { secrets }: Service): boolean => {
  const token = bearerToken(headers.authorization);
  return secrets.owner !== undefined && token !== undefined && isSameSecret(token, secrets.owner);
};

/**
 * Identifies the caller of a route that the owner of the site may use too.
 *
 * @returns the caller; with the owner token, one who may do everything
 * @throws ApiError 401 for invalid credentials
 */
export const identifyOwnerOrCaller = async (request: Request, service: Service): Promise<Caller> => {
  if (!hasOwnerToken(request, service)) return identifyCaller(request, service);
  request.logFields.caller = 'owner';
  nameActor('owner');
  return administrator;
};

/**
 * Checks that the request has the owner token, or comes from a user with the permission of the route. API tokens are refused:
 * a token that could create tokens would outlive its own end.
 *
 * @returns the caller; with the owner token, one who may do everything
 * @throws ApiError 401 for invalid credentials; 403 for other callers
 */
export const checkAdministration = async (
  request: Request,
  service: Service,
  { access }: Route<string, AdministrationPermission>,
): Promise<Caller> => {
  const caller = await identifyOwnerOrCaller(request, service);
  if (caller === administrator) return caller;
  if (caller.kind !== 'user') throw forbidden();
  const dot = access.lastIndexOf('.');
  requirePermission(caller, access.slice(dot + 1), access.slice(0, dot));
  return caller;
};
