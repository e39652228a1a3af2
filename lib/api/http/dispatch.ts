// Several routes in one Lambda function: finds the route of a request, checks who may use it, and runs its operation.
import { requireEditor, type Caller } from '../../platform/access/index.ts';
import { methodNotAllowed, unauthorized } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { identifyCaller, identifyPermitted } from './admit.ts';
import type { Answer } from './answer.ts';
import type { Operation } from './endpoint.ts';
import { withoutEndSlashes } from './paths.ts';
import type { Request } from './request.ts';
import type { RouteAccess, ContentPermission, RoutePermission, Route } from './routes/index.ts';

/**
 * Checks whether the caller may use a route.
 *
 * @returns what the operation needs to know of the caller
 * @throws ApiError for a caller who may not
 */
export type Check<Name extends string, Allowed extends RouteAccess, Checked> = (
  request: Request,
  service: Service,
  route: Route<Name, Allowed>,
) => Promise<Checked>;

/** An operation that runs after the check of its route. */
export type CheckedOperation<Checked> = (request: Request, service: Service, checked: Checked) => Promise<Answer>;

/** Checks nothing: the route is for everyone. */
export const allowEveryone: Check<string, 'everyone', void> = () => Promise.resolve();

/** Checks nothing: the operation does, once it knows what the request is about. */
export const deferCheck: Check<string, 'caller' | ContentPermission, void> = () => Promise.resolve();

/** @throws ApiError 401 for invalid credentials, 403 for a caller without the permission of the route */
export const checkPermission: Check<string, RoutePermission, Caller> = (request, service, { access }) => {
  const dot = access.lastIndexOf('.');
  return identifyPermitted(request, service, [access.slice(dot + 1)], access.slice(0, dot));
};

/** A caller who is logged in. */
export interface UserCaller extends Caller {
  readonly user: string;
}

/** @throws ApiError 401 for invalid credentials, and for a caller who is not logged in; 403 for one who cannot open the editor */
export const checkEditor: Check<string, 'editor', UserCaller> = async (request, service) => {
  const caller = await identifyCaller(request, service);
  const { user } = caller;
  if (user === undefined) throw unauthorized('Missing authentication');
  requireEditor(caller);
  return { ...caller, user };
};

/**
 * Makes one operation of several.
 *
 * @param routes those of a Lambda function
 * @param check runs before the operation
 * @param operations by the names that the routes give them
 * @returns an operation that throws what the check and the operations throw, and ApiError 405 for a method that its path
 *   lacks
 */
export const dispatch = <Name extends string, Allowed extends RouteAccess, Checked>(
  routes: readonly Route<Name, Allowed>[],
  check: Check<Name, Allowed, Checked>,
  operations: Readonly<Record<Name, CheckedOperation<Checked>>>,
): Operation => {
  const byKey = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const methodsByPath = new Map(
    routes.map(({ path }) => [path, routes.filter((route) => route.path === path).map(({ method }) => method)]),
  );
  return async (request, service) => {
    const { method, path, route: template } = request;
    // The gateway takes PUT /api/users/me for PUT /api/users/{id}.
    const methods = methodsByPath.get(withoutEndSlashes(path));
    if (methods !== undefined && !methods.some((one) => one === method)) throw methodNotAllowed(methods);
    const route = byKey.get(`${method} ${template}`);
    if (route === undefined) throw new Error(`${method} ${template} is no route of this function`);
    return operations[route.operation](request, service, await check(request, service, route));
  };
};
