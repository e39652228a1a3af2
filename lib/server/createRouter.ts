// Finds the handler that answers a request.
import { matchTemplate, segmentsOf, templateOf, type Handler, type Template } from '../api/http/index.ts';

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

/** A route as the router looks it up. */
interface Row extends Pick<RouteMatch, 'handler' | 'routeKey'> {
  readonly template: Template;
}

/** Only a route with the same method and number of segments can match. */
const groupOf = (method: string, { length }: readonly unknown[]): string => `${method} ${length}`;

/** @returns a function that finds the first route that matches a request; without a match, `otherwise` answers */
export const createRouter = (
  routes: readonly ServerRoute[],
  otherwise: Handler,
): ((method: string, path: string) => RouteMatch) => {
  const groups = new Map<string, Row[]>();
  for (const { method, path, handler } of routes) {
    const row = { handler, routeKey: `${method} ${path}`, template: templateOf(path) };
    const group = groupOf(method, row.template);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return (method, path) => {
    const segments = segmentsOf(path);
    for (const { handler, routeKey, template } of groups.get(groupOf(method, segments)) ?? []) {
      const pathParameters = matchTemplate(template, segments);
      if (pathParameters !== undefined) return { handler, routeKey, pathParameters };
    }
    return { handler: otherwise, routeKey: '$default', pathParameters: {} };
  };
};
