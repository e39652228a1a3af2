// Sends requests to the operations that REST has, in the same process, for protocols beside it: as the caller, with its checks,
// limits and costs.
import type { Readable } from 'node:stream';
import { matchTemplate, segmentsOf, templateOf, type Answer, type Endpoint, type Request } from './http/index.ts';
import { variablesIn, type Route } from './http/routes/index.ts';
import { notFound } from '../errors.ts';
import type { Service } from '../platform/service.ts';

/** A request of REST. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The parameters, with objects and lists as values. */
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Makes the body of a form, once the operation has admitted the caller. */
  readonly stream?: () => Readable;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws ApiError as the operation */
export type SendRequest = (request: RestRequest) => Promise<Answer>;

/** @returns the parts of a query: `filters[title][$eq]=tea`. Bundles have only the parser of `qs`. */
const toPairs = (value: unknown, key = ''): readonly string[] => {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object')
    return [`${key}=${encodeURIComponent(value as string | number | boolean).replaceAll('%2C', ',')}`];
  return Object.entries(value).flatMap(([part, inner]) => {
    const name = encodeURIComponent(part);
    return toPairs(inner, key === '' ? name : `${key}[${name}]`);
  });
};

/** @returns what sends requests as the `caller` of one that arrived */
export type RestClient = (request: Request, service: Service) => SendRequest;

/**
 * @param routes of the requests
 * @param handlers by the names of functions; a request of another function is 404
 */
export const createRestClient = (routes: readonly Route[], handlers: Record<string, Endpoint>): RestClient => {
  const rows = routes
    .flatMap(({ method, path, function: name }) =>
      Object.entries(handlers).flatMap(([key, { operation }]) =>
        key === name ? [{ method, path, operation, template: templateOf(path) }] : [],
      ),
    )
    .sort((a, b) => variablesIn(a) - variablesIn(b));
  return (request, service) => {
    const { 'user-agent': agent } = request.headers; // names the session of a login
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
            headers: { 'user-agent': agent, 'content-type': 'application/json', ...headers },
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
};
