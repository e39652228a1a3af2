// Checks the form of the routes of an extension. lib/api/project checks them against each other and Lectern's own routes.
import { didYouMean, isObject } from '../../schema/index.ts';
import { keysOf } from './checkTypeExtensions.ts';
import { everyone, routeMethods, type RouteDefinition } from './routes.ts';

type Report = (path: string, message: string) => void;

const keys: readonly string[] = keysOf<RouteDefinition>({
  ...{ method: true, path: true, permission: true, summary: true, body: true, answer: true, handler: true },
});

const permissionPattern = /^[a-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*\.[a-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/;
const segmentPattern = /^(?:[A-Za-z0-9][\w.~-]*|\{[A-Za-z]\w*\})$/;

const pathFault = (path: unknown): string | undefined => {
  if (typeof path !== 'string' || !path.startsWith('/')) return 'must be a path that begins with /, like /orders/{id}';
  const segments = path.slice(1).split('/');
  if (segments[0] === 'api') return 'must not begin with /api: every route is below it';
  const invalid = segments.find((segment) => !segmentPattern.test(segment));
  if (invalid?.startsWith(':') === true) return `writes a variable as {${invalid.slice(1)}}, not as ${invalid}`;
  if (invalid !== undefined)
    return `has the segment "${invalid}": a segment is letters, digits and . _ ~ -, or a variable like {id}`;
  if (segments[0]?.startsWith('{') === true)
    return 'must not begin with a variable: it would be a path of all content types';
  const variables = segments.filter((segment) => segment.startsWith('{'));
  return new Set(variables).size === variables.length ? undefined : 'has the same variable twice';
};

const checkRoute = (route: Readonly<Record<string, unknown>>, report: Report): void => {
  for (const key of Object.keys(route).filter((one) => !keys.includes(one)))
    report(`.${key}`, `is unknown here${didYouMean(key, keys)}`);
  const { method, path, permission, summary, body, answer, handler } = route;
  if (!routeMethods.some((one) => one === method)) report('.method', `must be one of ${routeMethods.join(', ')}`);
  const fault = pathFault(path);
  if (fault !== undefined) report('.path', fault);
  if (typeof permission !== 'string' || (permission !== everyone && !permissionPattern.test(permission)))
    report('.permission', `must be a name like newsletter.subscribe, or ${everyone}`);
  if (summary !== undefined && typeof summary !== 'string') report('.summary', 'must be a text');
  for (const [key, schema] of Object.entries({ body, answer }))
    if (schema !== undefined && !isObject(schema)) report(`.${key}`, 'must be a JSON Schema');
  if (method === 'GET' && body !== undefined) report('.body', 'is not possible here: requests with GET have no body');
  if (typeof handler !== 'function') report('.handler', 'must be a function');
};

/**
 * @param routes what an extension has under `routes`
 * @param report receives each fault with its path
 */
export const checkRouteDefinitions = (routes: unknown, report: Report): void => {
  if (routes === undefined) return;
  if (!Array.isArray(routes)) {
    report('routes', 'must be a list of routes');
    return;
  }
  for (const [index, route] of (routes as readonly unknown[]).entries()) {
    const path = `routes.${index}`;
    if (isObject(route))
      checkRoute(route, (at, message) => {
        report(path + at, message);
      });
    else report(path, 'must be a route: { method, path, permission, handler }');
  }
};
