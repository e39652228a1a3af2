// Converts an API Gateway event, of either payload version, to the request that operations read.
import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../../platform/access/index.ts';
import type { ChangeSource } from '../../platform/changeSources.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { clientAddress } from './clientAddress.ts';
import { disconnected, eventHeaders, type Event } from './event.ts';
import { parseBody, readText, streamOf } from './readBody.ts';
import type { Format } from '../../read/query/index.ts';
import { invalid, type ApiError } from '../../errors.ts';

/** What operations find out about a request, for its log line. */
interface RequestLogFields {
  /** The uid of the content type. */
  type?: string;
  caller?: Caller['kind'] | 'owner' | 'preview' | 'scim';
  /** The route in Lectern's own table, where that of the gateway takes several. */
  operation?: string;
}

export interface Request {
  /** The id in answers and log lines: from the caller, otherwise from the gateway. */
  readonly id: string;
  /** The IP address of the caller, as far as it can be trusted. */
  readonly address: string;
  readonly method: string;
  readonly path: string;
  /** The path of the route, as API Gateway writes it (`/api/{contentType}`); `$default` if no route matches. */
  readonly route: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The raw query string, with brackets and repeated keys as sent. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * Reads the body, only once for all calls. Returns the parsed value if the content type is JSON, otherwise the
   * text; undefined for an empty body. Operations call it after all checks that need no body, because `npm start`
   * receives the body only then.
   *
   * @throws ApiError 413 if it is too large, 415 for an unknown `Content-Encoding`, 400 if it is not valid JSON, 408 or 503 if it
   *   does not arrive
   */
  readonly readBody: () => Promise<unknown>;
  /**
   * Reads the body as text instead, once. Throws as `readBody`, except for JSON that is not valid.
   */
  readonly readText: () => Promise<string>;
  /**
   * The body as a stream. Only that of a compressed body has a size limit: it fails with ApiError 413.
   *
   * @throws ApiError 415 for an unknown `Content-Encoding`
   */
  readonly stream: (maxDecodedBytes: number) => Readable;
  /** The duration of its stages, and its reader. */
  readonly timings: Timings;
  /** Makes a signal that aborts if the client disconnects before it has its answer; undefined where nobody sees it. */
  readonly disconnected?: (() => AbortSignal) | undefined;
  readonly logFields: RequestLogFields;
  /** Of a request that is made in this process, such as by a tool of an agent: who it is for, identified already. No event has it. */
  readonly caller?: Caller | undefined;
  /** The same: what made it, if its writes say that. */
  readonly source?: ChangeSource;
}

const isV2 = (event: Event): event is Event & APIGatewayProxyEventV2 => 'rawPath' in event;

/** Payload 1.0 has decoded query values in lists. They are encoded again, so that one parser reads both versions. */
const queryStringOf = (event: APIGatewayProxyEvent): string => {
  const parameters: Readonly<Record<string, string | string[] | undefined>> =
    event.multiValueQueryStringParameters ?? event.queryStringParameters ?? {};
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([key, values = '']) =>
      (typeof values === 'string' ? [values] : values).map((value): [string, string] => [key, value]),
    ),
  ).toString();
};

/** The route of an event, as API Gateway writes it: `GET /api/{contentType}`, or `$default`; `ANY` is the method of the request. */
export const routeOf = (event: Event): string =>
  isV2(event)
    ? event.requestContext.routeKey.replace(/^ANY /, `${event.requestContext.http.method} `)
    : `${event.httpMethod} ${event.resource}`;

/** HEAD is handled as GET. The sender of the answer omits the body. */
const methodOf = (event: Event): string => {
  const method = isV2(event) ? event.requestContext.http.method : event.httpMethod;
  return method === 'HEAD' ? 'GET' : method;
};

/** A request id that a caller may choose: short enough for a log line. */
const validRequestId = /^[\x21-\x7e]{1,128}$/;

/** @param sent `X-Request-Id`; without a valid one the id is `otherwise` */
export const requestIdOf = (sent: string | undefined, otherwise: string): string =>
  sent !== undefined && validRequestId.test(sent) ? sent : otherwise;

type RequestSettings = Pick<Service['config'], 'api' | 'http'>;

/**
 * @param event with lower-case header names, which a middleware makes
 * @param settings undefined if the configuration could not be loaded: then no proxy is trusted, and no body is read
 */
export const toRequest = (event: Event, settings?: RequestSettings): Request => {
  let body: Promise<unknown> | undefined;
  const headers = eventHeaders(event);
  const { 'x-request-id': sentId, 'x-forwarded-for': forwarded } = headers;
  const read = (): Promise<string> => readText(event, settings?.api.rest.maxBodyBytes ?? 0);
  const source = isV2(event) ? event.requestContext.http.sourceIp : event.requestContext.identity.sourceIp;
  return {
    id: requestIdOf(sentId, event.requestContext.requestId),
    address: clientAddress(source, forwarded, settings?.http.trustedProxies ?? 0),
    method: methodOf(event),
    path: isV2(event) ? event.rawPath : event.path,
    route: routeOf(event).replace(/^\S+ /, ''),
    params: event.pathParameters ?? {},
    query: isV2(event) ? event.rawQueryString : queryStringOf(event),
    headers,
    readBody: () => (body ??= read().then((text) => parseBody(text, headers))),
    readText: read,
    stream: (maxDecodedBytes) => streamOf(event, maxDecodedBytes),
    timings: new Timings(),
    disconnected: event[disconnected],
    logFields: {},
  };
};

/** As in Strapi, only the value `v4` has an effect. */
export const formatOf = ({ headers }: Pick<Request, 'headers'>): Format =>
  headers['strapi-response-format'] === 'v4' ? 'nested' : 'flat';

const previewParameter = /(?:^|&)preview(?:=|&|$|\[|%5[Bb])/;

/** Whether the request has a preview token, valid or not. */
export const hasPreviewToken = ({ query }: Pick<Request, 'query'>): boolean => previewParameter.test(query);

/** 400: a preview token on a request that does not accept one. */
export const previewNotAllowed = (): ApiError =>
  invalid('A preview link reads one draft, and nothing else', { path: 'preview' });

/** @returns a parameter, which a check needs before the query is read; undefined if it is missing or empty */
export const valueInQuery = ({ query }: Pick<Request, 'query'>, name: string): string | undefined => {
  const value = new URLSearchParams(query).get(name);
  return value === null || value === '' ? undefined : value;
};
