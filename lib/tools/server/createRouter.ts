// Finds the handler that answers a request.
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

/** @returns a function that finds the first route that matches a request; without a match, `otherwise` answers */
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
