// The first step of every request about sessions.
import type { Caller } from '../../platform/access/index.ts';
import { notFound } from '../../errors.ts';
import { permitted, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';

const auth = 'plugin::users-permissions.auth';

/**
 * @param action the end of a permission's name: `register` in `plugin::users-permissions.auth.register`
 * @throws ApiError 404 where there is no secret to sign sessions with; 401 for credentials that are none; 403 for who
 *   may not do this
 */
export const admitAuth = async (request: Request, service: Service, action: string): Promise<Caller> => {
  if (!service.access.sessions.areOn) throw notFound();
  return permitted(request, service, [action], auth);
};

/** The same, where sessions are refreshed. Throws ApiError 404 where they are not. */
export const admitRefreshed = async (request: Request, service: Service, action: string): Promise<Caller> => {
  if (!service.config.auth.refresh) throw notFound();
  return admitAuth(request, service, action);
};
