// Answers requests that match no route of Lectern's table: 405 for a known path with another method, a redirect for a path with
// a slash at its end (the server ignores the slash, API Gateway does not), and 404 for the rest.
import { methodNotAllowed, notFound } from '../../errors.ts';
import { projectPaths } from '../../platform/extensions/index.ts';
import type { Answer } from './answer.ts';
import type { Operation } from './endpoint.ts';
import { matchTemplate, segmentsOf, templateOf, withoutEndSlashes } from './paths.ts';
import type { Request } from './request.ts';
import { fixedRoutes, routes } from './routes/index.ts';
import { targetOf } from './target.ts';

const withTemplates = <T extends { readonly path: string }>(routes: readonly T[]) =>
  routes.map((route) => ({ ...route, template: templateOf(route.path) }));

const fixedTemplates = withTemplates(fixedRoutes);
// `/api/{contentType}/uid` comes before `/api/{contentType}/{documentId}` here.
const contentTemplates = withTemplates(routes.filter(({ path }) => path.includes('{contentType}')));

/** The segments of `/api/{contentType}/{documentId}`. */
const documentDepth = 4;

const withoutSlash = ({ path, query }: Request): Answer => ({
  status: 308,
  headers: { location: withoutEndSlashes(path) + (query === '' ? '' : `?${query}`) },
});

// eslint-disable-next-line @typescript-eslint/require-await -- an operation returns a promise
const operation: Operation = async (request, service) => {
  const { method, path } = request;
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
    // `/api/{contentType}/stage` also fits `/api/{contentType}/{documentId}`, which decides.
    if (template.length === documentDepth && params.documentId === undefined) {
      if (path.endsWith('/') && method === routeMethod && type !== undefined) return withoutSlash(request);
      continue;
    }
    if (name === 'bulk' && type?.kind === 'collectionType') throw methodNotAllowed(['POST']);
    targetOf({ method, params }, service);
    if (path.endsWith('/') && method === routeMethod) return withoutSlash(request);
  }
  throw notFound();
};

/** @throws ApiError 404; 405 with the methods of the path */
export const answerUnrouted: Operation = Object.assign(operation, { takesPreview: true as const });
