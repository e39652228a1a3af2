// An API Gateway event, of either payload version, to the one form that operations read.
import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../access/index.ts';
import { Timings } from '../timings.ts';
import { addressOf } from './address.ts';

/** Where a server hands over a body as it comes; no event that was JSON has it. */
export const bodyStream = Symbol('the body of an event as a stream');

export type Event = (APIGatewayProxyEventV2 | APIGatewayProxyEvent) & { readonly [bodyStream]?: Readable };

/** What becomes known of a request on its way, for its line in the log. */
export interface Noted {
  /** The uid of what it is about. */
  type?: string;
  caller?: Caller['kind'] | 'owner' | 'preview';
}

export interface Request {
  /** What it is known by in answers and log lines: as the caller calls it, else as the gateway does. */
  readonly id: string;
  /** Where it comes from, as far as that can be believed. */
  readonly address: string;
  readonly method: string;
  readonly path: string;
  /** The path it came by, as API Gateway writes it: `/api/{contentType}`; `$default` where no route fits. */
  readonly route: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The raw query string: brackets and repeated keys as they were sent. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed where it was JSON, else the text; undefined when there was none. */
  readonly body: unknown;
  /** A body that was not JSON, byte for byte. */
  readonly stream: () => Readable;
  /** How long its stages take. */
  readonly timings: Timings;
  readonly noted: Noted;
}

const isV2 = (event: Event): event is Event & APIGatewayProxyEventV2 => 'rawPath' in event;

/** Payload 1.0 gives the query decoded, in lists: written out again, so that one parser reads both. */
const queryOf = (event: APIGatewayProxyEvent): string => {
  const given: Readonly<Record<string, string | string[] | undefined>> =
    event.multiValueQueryStringParameters ?? event.queryStringParameters ?? {};
  return new URLSearchParams(
    Object.entries(given).flatMap(([key, values = '']) =>
      (typeof values === 'string' ? [values] : values).map((value): [string, string] => [key, value]),
    ),
  ).toString();
};

/** The route that it came by, as API Gateway writes it: `GET /api/{contentType}`, or `$default`. */
export const routeOf = (event: Event): string =>
  isV2(event) ? event.requestContext.routeKey : `${event.httpMethod} ${event.resource}`;

/** HEAD is GET whose body is not sent: that is done by who sends it. */
const methodOf = (event: Event): string => {
  const method = isV2(event) ? event.requestContext.http.method : event.httpMethod;
  return method === 'HEAD' ? 'GET' : method;
};

/** API Gateway's console sends an event without any. */
export const headersOf = ({ headers }: { readonly headers: Event['headers'] | null | undefined }): Event['headers'] =>
  headers ?? {};

const streamOf = (event: Event): Readable => {
  const text = typeof event.body === 'string' ? event.body : '';
  return event[bodyStream] ?? Readable.from([Buffer.from(text, event.isBase64Encoded ? 'base64' : 'utf8')]);
};

/** What a caller may call a request: as much as fits a line of a log. */
const sane = /^[\x21-\x7e]{1,128}$/;

/**
 * @param event its headers in lower case and its body parsed, by the middleware before
 * @param trustedProxies how many proxies before the gateway are believed where a request comes from
 */
export const requestOf = (event: Event, trustedProxies = 0): Request => {
  const headers = headersOf(event);
  const { 'x-request-id': given = '', 'x-forwarded-for': forwarded } = headers;
  const source = isV2(event) ? event.requestContext.http.sourceIp : event.requestContext.identity.sourceIp;
  return {
    id: sane.test(given) ? given : event.requestContext.requestId,
    address: addressOf(source, forwarded, trustedProxies),
    method: methodOf(event),
    path: isV2(event) ? event.rawPath : event.path,
    route: routeOf(event).replace(/^\S+ /, ''),
    params: event.pathParameters ?? {},
    query: isV2(event) ? event.rawQueryString : queryOf(event),
    headers,
    body: event.body ?? undefined,
    stream: () => streamOf(event),
    timings: new Timings(),
    noted: {},
  };
};
