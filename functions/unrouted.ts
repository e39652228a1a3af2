// Whatever no other route serves: OPTIONS of every path; 405 where the path is known and the method is not, else 404.
import { methodNotAllowed, notFound } from '../lib/errors.ts';
import {
  endpoint,
  parametersOf,
  preflight,
  segmentsOf,
  targetOf,
  templateOf,
  type Operation,
} from '../lib/http/index.ts';
import { fixed, isOwners, ofTypes } from './paths.ts';

const withTemplates = <T extends { readonly path: string }>(routes: readonly T[]) =>
  routes.map((route) => ({ ...route, template: templateOf(route.path) }));

const fixedRoutes = withTemplates(fixed);
const typeRoutes = withTemplates(ofTypes);

// eslint-disable-next-line @typescript-eslint/require-await -- an operation, though it has nothing to wait for
export const unrouted: Operation = async ({ method, path }, service) => {
  if (method === 'OPTIONS') return preflight(service.config.http.cors);
  const there =
    service.secrets.owner === undefined ? fixedRoutes.filter((route) => !isOwners(route.path)) : fixedRoutes;
  const segments = segmentsOf(path);
  const fitting = there.filter(({ template }) => parametersOf(template, segments) !== undefined);
  // Of `/api/users/me` and `/api/users/{id}` the former is meant.
  const meant = fitting.find((route) => !route.path.includes('{')) ?? fitting[0];
  const allowed = fitting.filter((route) => route.path === meant?.path);
  if (allowed.length > 0) throw methodNotAllowed(allowed.map((route) => route.method));
  for (const { template, name } of typeRoutes) {
    const params = parametersOf(template, segments);
    if (params === undefined) continue;
    const type = service.schema.served.get(params.contentType ?? '');
    if (name === 'bulk' && type?.kind === 'collectionType') throw methodNotAllowed(['POST']);
    targetOf({ method, params }, service.schema);
  }
  throw notFound();
};

export const handler = endpoint(unrouted);
