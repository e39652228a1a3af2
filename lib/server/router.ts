// Paths as API Gateway writes them (`/api/{contentType}/{documentId}`) to the handler that answers.
import type { Handler } from '../http/index.ts';

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

const segmentsOf = (path: string): readonly string[] => path.replace(/\/+$/, '').split('/');

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const parametersOf = (template: readonly string[], segments: readonly string[]): Record<string, string> | undefined => {
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === '') return undefined;
    if (name !== undefined) parameters[name] = decode(segment);
  }
  return parameters;
};

/** @returns what finds the route of a request; a trailing slash does not matter; `otherwise` answers what no route does */
export const routerOf = (routes: readonly Routed[], otherwise: Handler): ((method: string, path: string) => Match) => {
  const table = routes.map((route) => ({ ...route, template: segmentsOf(route.path) }));
  return (method, path) => {
    const segments = segmentsOf(path);
    for (const route of table) {
      const pathParameters = route.method === method ? parametersOf(route.template, segments) : undefined;
      if (pathParameters !== undefined)
        return { handler: route.handler, routeKey: `${method} ${route.path}`, pathParameters };
    }
    return { handler: otherwise, routeKey: '$default', pathParameters: {} };
  };
};
