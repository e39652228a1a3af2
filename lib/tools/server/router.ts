// Requests to the handler that answers.
import { matchTemplate, segmentsOf, templateOf, type Handler } from '../../api/http/index.ts';

export interface Routed {
  readonly method: string;
  readonly path: string;
  readonly handler: Handler;
}

export interface Match {
  readonly handler: Handler;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** @returns what finds the route of a request: the first that fits; `otherwise` answers what no route does */
export const routerOf = (routes: readonly Routed[], otherwise: Handler): ((method: string, path: string) => Match) => {
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
