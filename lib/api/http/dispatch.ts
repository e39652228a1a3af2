// Several routes in one operation: finds the route of a request, checks who may use it, and runs its operation.
import { requireEditor, type Caller } from '../../platform/access/index.ts';
import { unauthorized } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { identifyCaller, identifyPermitted } from './admit.ts';
import type { Answer } from './answer.ts';
import { answerUnrouted } from './answerUnrouted.ts';
import type { Operation } from './endpoint.ts';
import { matchTemplate, segmentsOf, templateOf } from './paths.ts';
import { hasPreviewToken, previewNotAllowed, type Request } from './request.ts';
import {
  variablesIn,
  type RouteAccess,
  type ContentPermission,
  type RoutePermission,
  type Route,
} from './routes/index.ts';

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

/** An operation of several routes. */
export interface Dispatcher extends Operation {
  readonly routes: readonly Route[];
}

/** A route, and the values of the variables in its path. */
interface RouteMatch<R> {
  readonly route: R;
  readonly params: Request['params'];
}

/**
 * The gateway has one route for several of Lectern's (`ANY /api/users/{id}`), so the path decides which one a request is for.
 *
 * @returns a function that finds the route of a request: of several paths that match, the one with the fewest variables
 */
const routeFinder = <R extends Pick<Route, 'method' | 'path'>>(routes: readonly R[]) => {
  const rows = routes
    .map((route) => ({ route, template: templateOf(route.path) }))
    .sort((a, b) => variablesIn(a.route) - variablesIn(b.route));
  return ({ method, path }: Request): RouteMatch<R> | undefined => {
    const segments = segmentsOf(path);
    const matching = rows.flatMap(({ route, template }) => {
      const params = matchTemplate(template, segments);
      return params === undefined ? [] : [{ route, params }];
    });
    return matching.find(({ route }) => route.path === matching[0]?.route.path && route.method === method);
  };
};

/**
 * Makes one operation of several.
 *
 * @param routes those of the operations
 * @param check runs before the operation
 * @param operations by the names that the routes give them
 * @returns an operation that throws what the check and the operations throw, and answers other requests as `answerUnrouted`
 */
export const dispatch = <Name extends string, Allowed extends RouteAccess, Checked>(
  routes: readonly Route<Name, Allowed>[],
  check: Check<Name, Allowed, Checked>,
  operations: Readonly<Record<Name, CheckedOperation<Checked>>>,
): Dispatcher => {
  const find = routeFinder(routes);
  const operation: Operation = async (request, service) => {
    const match = find(request);
    if (match === undefined) return answerUnrouted(request, service);
    if (hasPreviewToken(request)) throw previewNotAllowed();
    const { route, params } = match;
    request.logFields.operation = `${request.method} ${route.path}`;
    const routed = { ...request, params };
    return operations[route.operation](routed, service, await check(routed, service, route));
  };
  // A path that does not exist is 404, also with the token of a preview link.
  return Object.assign(operation, { routes, takesPreview: true as const });
};

/**
 * Makes one operation of those of a Lambda function.
 *
 * @param dispatchers of several paths that match a request, the one with the fewest variables counts, then the first
 */
export const combine = (...dispatchers: readonly Dispatcher[]): Dispatcher => {
  const routes = dispatchers.flatMap((dispatcher) => dispatcher.routes.map((route) => ({ ...route, dispatcher })));
  const find = routeFinder(routes);
  const operation: Operation = (request, service) =>
    (find(request)?.route.dispatcher ?? answerUnrouted)(request, service);
  return Object.assign(operation, { routes, takesPreview: true as const });
};
