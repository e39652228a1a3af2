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

export const toGatewayEvent = (
  request: IncomingMessage,
  { method, path, query }: RequestTarget,
  { routeKey, pathParameters }: RouteMatch,
): APIGatewayProxyEventV2 => {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
  const source = request.socket.remoteAddress ?? '';
  const now = Date.now();
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    // API Gateway also appends the address of its client.
    headers: { ...headers, 'x-forwarded-for': [headers['x-forwarded-for'] ?? [], source].flat().join(', ') },
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
        sourceIp: source,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    isBase64Encoded: false,
  };
};
