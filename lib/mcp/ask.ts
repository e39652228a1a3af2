// Sends the requests of tools to the operations that REST has, in the same process: as the agent, with its checks, limits
// and costs.
import type { Readable } from 'node:stream';
import { matchTemplate, segmentsOf, templateOf, type Answer, type Operation, type Request } from '../api/http/index.ts';
import { notFound } from '../errors.ts';
import type { Service } from '../platform/service.ts';

/** What a tool asks of REST. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The parameters, with objects and lists as values. */
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Makes the body of a form, once the operation has admitted the caller. */
  readonly stream?: () => Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws ApiError as the operation */
export type Ask = (question: Question) => Promise<Answer>;

export interface OperationRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The headers of an agent's request that say where it comes from. */
const passed = ['x-forwarded-for', 'user-agent'];

/** @returns the parts of a query: `filters[title][$eq]=tea`. Bundles have only the parser of `qs`. */
const toPairs = (value: unknown, key = ''): readonly string[] => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [`${key}=${encodeURIComponent(value as string | number | boolean)}`];
  return Object.entries(value).flatMap(([part, inner]) => {
    const name = encodeURIComponent(part);
    return toPairs(inner, key === '' ? name : `${key}[${name}]`);
  });
};

/** @param request of an agent, with its `caller` @param routes those with fewer variables first */
export const askerFor = (request: Request, service: Service, routes: readonly OperationRoute[]): Ask => {
  const source = Object.fromEntries(Object.entries(request.headers).filter(([name]) => passed.includes(name)));
  const rows = routes.map((route) => ({ ...route, template: templateOf(route.path) }));
  return ({ method, path, query = {}, body, stream, headers = {} }) => {
    const segments = segmentsOf(path);
    for (const row of rows) {
      const params = row.method === method ? matchTemplate(row.template, segments) : undefined;
      if (params === undefined) continue;
      return row.operation(
        {
          ...request,
          ...{ method, path, route: row.path, params },
          query: toPairs(query).join('&'),
          headers: { ...source, 'content-type': 'application/json', ...headers },
          readBody: () => Promise.resolve(body),
          readText: () => Promise.resolve(JSON.stringify(body)),
          ...(stream === undefined ? {} : { stream }),
          logFields: {},
        },
        service,
      );
    }
    throw notFound();
  };
};
