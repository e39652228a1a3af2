// Makes the event that API Gateway's HTTP API would send (payload 2.0) from a Node request; the body is not in it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteMatch } from './createRouter.ts';

export interface RequestTarget {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** The path and query of a request line; HEAD is GET whose body is not sent. */
export const parseRequestTarget = ({ method = 'GET', url = '/' }: IncomingMessage): RequestTarget => {
  const queryStart = url.indexOf('?');
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    query: queryStart < 0 ? '' : url.slice(queryStart + 1),
  };
};

/** With lower-case names, as Node gives them. */
const headersOf = ({ headers, socket }: IncomingMessage): APIGatewayProxyEventV2['headers'] => {
  const { 'set-cookie': cookies, 'x-forwarded-for': forwarded } = headers as NodeJS.Dict<string | string[]>;
  const source = socket.remoteAddress ?? '';
  return {
    ...(headers as NodeJS.Dict<string>), // only Set-Cookie is a list
    ...(cookies === undefined ? {} : { 'set-cookie': String(cookies) }),
    // API Gateway also appends the address of its client.
    'x-forwarded-for': forwarded === undefined ? source : `${String(forwarded)}, ${source}`,
  };
};

/** The event has no time, and nothing of an account, because no operation reads them. */
export const toGatewayEvent = (
  request: IncomingMessage,
  { method, path, query }: RequestTarget,
  { routeKey, pathParameters }: RouteMatch,
): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey,
  rawPath: path,
  rawQueryString: query,
  headers: headersOf(request),
  pathParameters,
  requestContext: {
    accountId: '',
    apiId: '',
    domainName: request.headers.host ?? '',
    domainPrefix: '',
    http: {
      method,
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? '',
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey,
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
  isBase64Encoded: false,
});
