// A Node request to the event that API Gateway's HTTP API would send (payload 2.0).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Match } from './router.ts';

/** What API Gateway hands over as text; everything else is base64. */
const textual = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+json|[\w.-]+\+xml|x-www-form-urlencoded))/i;

/**
 * Reads the body, up to one byte over `maxBytes`: enough for the handler to refuse it. The rest is thrown away as it
 * comes: a client that is still sending when its connection ends would not hear the answer.
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      resolve(Buffer.concat(chunks).subarray(0, maxBytes + 1));
    };
    request.on('data', (chunk: Buffer) => {
      if (size <= maxBytes) chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) done();
    });
    request.on('end', done);
    request.on('error', reject);
  });

export interface Target {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** The path and query of a request line; HEAD is GET whose body is not sent. */
export const targetOf = ({ method = 'GET', url = '/' }: IncomingMessage): Target => {
  const mark = url.indexOf('?');
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
  };
};

export const eventOf = (
  request: IncomingMessage,
  { method, path, query }: Target,
  { routeKey, pathParameters }: Match,
  body: Buffer,
): APIGatewayProxyEventV2 => {
  const asText = textual.test(request.headers['content-type'] ?? 'text/');
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
    // As API Gateway does: whoever asks it stands last.
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
    ...(body.length > 0 ? { body: body.toString(asText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !asText,
  };
};
