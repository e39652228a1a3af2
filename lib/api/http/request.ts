// An API Gateway event, of either payload version, to the one form that operations read.
import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { addressOf } from './address.ts';
import { arrivingBody, headersOf, readBody, type Event } from './body.ts';

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
  /**
   * Reads the body, once however often it is called: the value where it is declared JSON, else the text; undefined when it
   * is empty. Operations call it after they have checked what needs no body, since `npm start` only then receives it.
   *
   * @throws ApiError 413 when it is too large, 400 when it is not valid JSON, 408 and 503 where it does not arrive
   */
  readonly readBody: () => Promise<unknown>;
  /** The body byte by byte, of whatever size. */
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

const streamOf = (event: Event): Readable => {
  const text = typeof event.body === 'string' ? event.body : '';
  return event[arrivingBody]?.stream() ?? Readable.from([Buffer.from(text, event.isBase64Encoded ? 'base64' : 'utf8')]);
};

/** What a caller may call a request: as much as fits a line of a log. */
const sane = /^[\x21-\x7e]{1,128}$/;

type RequestSettings = Pick<Service['config'], 'api' | 'http'>;

/**
 * @param event its headers in lower case, by the middleware before
 * @param settings undefined where they could not be read: then no proxy is believed, and no body is read
 */
export const requestOf = (event: Event, settings?: RequestSettings): Request => {
  let body: Promise<unknown> | undefined;
  const headers = headersOf(event);
  const { 'x-request-id': given = '', 'x-forwarded-for': forwarded } = headers;
  const source = isV2(event) ? event.requestContext.http.sourceIp : event.requestContext.identity.sourceIp;
  return {
    id: sane.test(given) ? given : event.requestContext.requestId,
    address: addressOf(source, forwarded, settings?.http.trustedProxies ?? 0),
    method: methodOf(event),
    path: isV2(event) ? event.rawPath : event.path,
    route: routeOf(event).replace(/^\S+ /, ''),
    params: event.pathParameters ?? {},
    query: isV2(event) ? event.rawQueryString : queryOf(event),
    headers,
    readBody: () => (body ??= readBody(event, settings?.api.rest.maxBodyBytes ?? 0)),
    stream: () => streamOf(event),
    timings: new Timings(),
    noted: {},
  };
};
