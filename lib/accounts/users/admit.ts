// The first step of every request about sessions.
import type { Caller } from '../../platform/access/index.ts';
import { notFound } from '../../errors.ts';
import { permitted, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';

const auth = 'plugin::users-permissions.auth';

/**
 * @param action the last part of a permission name: `register` in `plugin::users-permissions.auth.register`
 * @throws ApiError 404 if no secret to sign sessions is configured; 401 for invalid credentials; 403 if the caller
 *   may not do this
 */
export const admitAuth = async (request: Request, service: Service, action: string): Promise<Caller> => {
  if (!service.access.sessions.areOn) throw notFound();
  return permitted(request, service, [action], auth);
};

/** The same for requests about refresh tokens. Throws ApiError 404 if they are not enabled. */
export const admitRefreshed = async (request: Request, service: Service, action: string): Promise<Caller> => {
  if (!service.config.auth.refresh) throw notFound();
  return admitAuth(request, service, action);
};
