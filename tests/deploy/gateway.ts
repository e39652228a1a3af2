// How API Gateway may choose among the routes of an HTTP API. Documented is that a path that matches whole comes before a greedy
// one, and text before a variable; not what counts more where two rules disagree.
import { matchTemplate, segmentsOf, templateOf } from '../../lib/api/http/index.ts';

export interface GatewayMatch {
  /** The function that gets the request. */
  readonly name: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface GatewayRoute extends Omit<GatewayMatch, 'pathParameters'> {
  readonly method: string;
  readonly path: string;
  /** For each segment: 0 for text, 1 for a variable, 2 for the rest of the path. */
  readonly variables: readonly number[];
}

const isGreedy = ({ path }: GatewayRoute): number => Number(path.includes('+}'));
const isAny = ({ method }: GatewayRoute): number => Number(method === 'ANY');

/** What counts of a route, in this order; the smaller number wins. */
const orders: Readonly<Record<string, (route: GatewayRoute) => readonly number[]>> = {
  'a whole path, then text': (route) => [isGreedy(route), ...route.variables, isAny(route)],
  'a whole path, then an exact method': (route) => [isGreedy(route), isAny(route), ...route.variables],
  'text, from the left': (route) => [...route.variables, isAny(route)],
  // As serverless-offline.
  'an exact method': (route) => [isAny(route), ...route.variables],
};

export const gatewayOrders = Object.keys(orders);

const compare = (left: readonly number[], right: readonly number[]): number => {
  const at = left.findIndex((one, index) => one !== (right[index] ?? -1));
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? -1);
};

const parametersOf = (
  { path }: GatewayRoute,
  segments: readonly string[],
): GatewayMatch['pathParameters'] | undefined => {
  const template = segmentsOf(path);
  if (!path.endsWith('+}')) return matchTemplate(templateOf(path), segments);
  if (segments.length < template.length) return undefined;
  const before = template.length - 1;
  const params = matchTemplate(templateOf(template.slice(0, -1).join('/')), segments.slice(0, before));
  return params === undefined ? undefined : { ...params, proxy: segments.slice(before).join('/') };
};

/**
 * @param routes of each function, in the syntax of the Serverless Framework
 * @param order a name of `gatewayOrders`
 */
export const gatewayOf = (
  routes: ReadonlyMap<string, readonly string[]>,
  order: string,
): ((method: string, path: string) => GatewayMatch) => {
  const rankOf = orders[order] ?? (() => []);
  const rows = [...routes].flatMap(([name, keys]) =>
    keys.map((routeKey): GatewayRoute => {
      const [method = '', path = ''] = routeKey.split(' ');
      const variables = segmentsOf(path).map((one) => (one.endsWith('+}') ? 2 : Number(one.startsWith('{'))));
      return { name, routeKey, method, path, variables };
    }),
  );
  const otherwise = rows.find(({ routeKey }) => routeKey === '*');
  return (method, path) => {
    const matching = rows.flatMap((row) => {
      const pathParameters =
        row.method === method || row.method === 'ANY' ? parametersOf(row, segmentsOf(path)) : undefined;
      return pathParameters === undefined ? [] : [{ row, pathParameters }];
    });
    const [best] = matching.sort((a, b) => compare(rankOf(a.row), rankOf(b.row)));
    return best === undefined
      ? { name: otherwise?.name ?? '', routeKey: '$default', pathParameters: {} }
      : { name: best.row.name, routeKey: best.row.routeKey, pathParameters: best.pathParameters };
  };
};
