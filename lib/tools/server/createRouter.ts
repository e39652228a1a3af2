// Requests to the handler that answers.
import { matchTemplate, segmentsOf, templateOf, type Handler } from '../../api/http/index.ts';

export interface ServerRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: Handler;
}

export interface RouteMatch {
  readonly handler: Handler;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** @returns what finds the route of a request: the first that fits; `otherwise` answers what no route does */
export const createRouter = (
  routes: readonly ServerRoute[],
  otherwise: Handler,
): ((method: string, path: string) => RouteMatch) => {
  const table = routes.map((route) => ({ ...route, template: templateOf(route.path) }));
  return (method, path) => {
    const segments = segmentsOf(path);
    for (const route of table) {
      const pathParameters = route.method === method ? matchTemplate(route.template, segments) : undefined;
      if (pathParameters !== undefined)
        return { handler: route.handler, routeKey: `${method} ${route.path}`, pathParameters };
    }
    return { handler: otherwise, routeKey: '$default', pathParameters: {} };
  };
};
