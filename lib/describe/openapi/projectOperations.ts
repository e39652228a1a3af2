// Describes the routes that project code adds.
import type { ProjectRoute } from '../../platform/extensions/index.ts';
import { inPath } from './parameters.ts';
import { jsonResponse, requiredBody, text } from './schemaParts.ts';
import type { RouteDescription } from './types.ts';

/** `extension.orders._id.get` for `GET /api/orders/{id}`: ids of other operations have at most one dot. */
const operationId = ({ method, path }: ProjectRoute): string =>
  [
    'extension',
    ...path
      .split('/')
      .slice(2)
      .map((segment) => segment.replaceAll('.', '..').replace(/^\{(\w+)\}$/, '_$1')),
    method.toLowerCase(),
  ].join('.');

const variablesIn = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const describe = ({ method, path, permission, summary, body, answer }: ProjectRoute): RouteDescription => ({
  summary: summary ?? `${method} ${path}`,
  ...(permission === undefined ? {} : { description: `Needs the permission \`${permission}\`.` }),
  tag: 'Extensions',
  credentials: permission === undefined ? 'nobody' : 'caller',
  parameters: variablesIn(path).map((name) => inPath(name, 'a part of the path', text)),
  ...(body === undefined ? {} : { body: requiredBody(body) }),
  answers: { 200: jsonResponse('The answer', answer ?? {}) },
  errorStatuses: [400, 503],
});

export const projectOperations = (routes: readonly ProjectRoute[]) =>
  routes.map((route) => ({
    ...{ method: route.method, path: route.path },
    id: operationId(route),
    described: describe(route),
  }));
