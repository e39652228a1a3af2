// Whatever no other route serves: OPTIONS of every path; 405 where the path is known and the method is not, else 404. A slash
// at the end, which the server passes over, makes another path for a gateway: it is told where to ask.
import { methodNotAllowed, notFound } from '../lib/errors.ts';
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

const fixed = withTemplates(fixedRoutes);
// `/api/{contentType}/uid` comes before `/api/{contentType}/{documentId}` here.
const ofContent = withTemplates(routes.filter(({ path }) => path.includes('{contentType}')));

const withoutSlash = ({ path, query }: Request): Answer => ({
  status: 308,
  headers: { location: withoutEndSlashes(path) + (query === '' ? '' : `?${query}`) },
});

// eslint-disable-next-line @typescript-eslint/require-await -- an operation, though it has nothing to wait for
const operation: Operation = async (request, service) => {
  const { method, path } = request;
  if (method === 'OPTIONS') return preflight(service.config.http.cors);
  // Without an owner token the owner's routes do not exist.
  const existing = service.secrets.owner === undefined ? fixed.filter(({ access }) => access !== 'owner') : fixed;
  const segments = segmentsOf(path);
  const fitting = existing.filter(({ template }) => matchTemplate(template, segments) !== undefined);
  // Of `/api/users/me` and `/api/users/{id}` the former is meant.
  const meant = fitting.find((route) => !route.path.includes('{')) ?? fitting[0];
  const allowed = fitting.filter((route) => route.path === meant?.path);
  if (path.endsWith('/') && allowed.some((route) => route.method === method)) return withoutSlash(request);
  if (allowed.length > 0) throw methodNotAllowed(allowed.map((route) => route.method));
  for (const { template, operation: name, method: of } of ofContent) {
    const params = matchTemplate(template, segments);
    if (params === undefined) continue;
    const type = service.schema.served.get(params.contentType ?? '');
    if (name === 'bulk' && type?.kind === 'collectionType') throw methodNotAllowed(['POST']);
    targetOf({ method, params }, service.schema);
    if (path.endsWith('/') && method === of) return withoutSlash(request);
  }
  throw notFound();
};

// Browsers ask beforehand whether they may read a preview, too.
export const unrouted: Operation = Object.assign(operation, { takesPreview: true as const });

export const handler = endpoint(unrouted);
