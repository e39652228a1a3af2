// Answers requests that match no route: OPTIONS for every path, 405 for a known path with another method, a redirect
// for a path with a slash at its end (the server ignores the slash, API Gateway does not), and 404 for the rest.
import { methodNotAllowed, notFound } from '../lib/errors.ts';
import { projectPaths } from '../lib/platform/extensions/index.ts';
import {
  endpoint,
  matchTemplate,
  preflight,
  segmentsOf,
  targetOf,
  templateOf,
  withoutEndSlashes,
  type Answer,
  type Operation,
  type Request,
} from '../lib/api/http/index.ts';
import { fixedRoutes, routes } from '../lib/api/http/routes/index.ts';

const withTemplates = <T extends { readonly path: string }>(routes: readonly T[]) =>
  routes.map((route) => ({ ...route, template: templateOf(route.path) }));

const fixedTemplates = withTemplates(fixedRoutes);
// `/api/{contentType}/uid` comes before `/api/{contentType}/{documentId}` here.
const contentTemplates = withTemplates(routes.filter(({ path }) => path.includes('{contentType}')));

const withoutSlash = ({ path, query }: Request): Answer => ({
  status: 308,
  headers: { location: withoutEndSlashes(path) + (query === '' ? '' : `?${query}`) },
});

// eslint-disable-next-line @typescript-eslint/require-await -- an operation returns a promise
const operation: Operation = async (request, service) => {
  const { method, path } = request;
  if (method === 'OPTIONS') return preflight(service.config.http.cors);
  const ofProject = withTemplates(projectPaths(service.extensions));
  const segments = segmentsOf(path);
  const matching = [...fixedTemplates, ...ofProject].filter(
    ({ template }) => matchTemplate(template, segments) !== undefined,
  );
  // `/api/users/me` takes precedence over `/api/users/{id}`.
  const bestMatch = matching.find((route) => !route.path.includes('{')) ?? matching[0];
  const allowed = matching.filter((route) => route.path === bestMatch?.path);
  if (path.endsWith('/') && allowed.some((route) => route.method === method)) return withoutSlash(request);
  if (allowed.length > 0) throw methodNotAllowed(allowed.map((route) => route.method));
  for (const { template, operation: name, method: routeMethod } of contentTemplates) {
    const params = matchTemplate(template, segments);
    if (params === undefined) continue;
    const type = service.schema.served.get(params.contentType ?? '');
    if (name === 'bulk' && type?.kind === 'collectionType') throw methodNotAllowed(['POST']);
    targetOf({ method, params }, service);
    if (path.endsWith('/') && method === routeMethod) return withoutSlash(request);
  }
  throw notFound();
};

// Browsers send a CORS preflight for previews too, so their parameter is allowed here.
export const unrouted: Operation = Object.assign(operation, { takesPreview: true as const });

export const handler = endpoint(unrouted);
