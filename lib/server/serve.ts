// A plain HTTP server over the Lambda handlers, for containers, tests and benchmarks.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'aws-lambda';
import { eventOf, readBody, targetOf, type Target } from './event.ts';
import { routerOf, type Match, type Routed } from './router.ts';
import type { ServeFile } from './uploads.ts';
import { bodyStream, isForm, type Event, type Handler } from '../http/index.ts';

export interface ServeOptions {
  readonly routes: readonly Routed[];
  readonly otherwise: Handler;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly maxBodyBytes: number;
  /** Asked before the routes are. */
  readonly files?: ServeFile;
  /** Told when something may have been written. */
  readonly written?: () => void;
}

export interface Serving {
  readonly url: string;
  /** Takes no new requests; resolves when those under way are answered. */
  readonly stop: () => Promise<void>;
}

// Handlers of ours read nothing of Lambda's context.
const context = {} as Context;

/** A form with files is handed over as it comes: in memory there is never more of it than a few pieces. */
const handedOver = async (
  request: IncomingMessage,
  target: Target,
  match: Match,
  maxBodyBytes: number,
): Promise<Event> =>
  match.takesFiles && isForm(request.headers['content-type'])
    ? { ...eventOf(request, target, match, Buffer.alloc(0)), [bodyStream]: request }
    : eventOf(request, target, match, await readBody(request, maxBodyBytes));

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  route: ReturnType<typeof routerOf>,
  maxBodyBytes: number,
): Promise<void> => {
  const target = targetOf(request);
  const match = route(target.method, target.path);
  const result = await match.handler(await handedOver(request, target, match, maxBodyBytes), context);
  const { statusCode = 200, headers = {}, body: text } = result;
  const encoding = result.isBase64Encoded === true ? 'base64' : 'utf8';
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (text !== undefined) response.setHeader('content-length', Buffer.byteLength(text, encoding));
  response.writeHead(statusCode);
  // A text goes out in one piece with the headers, a buffer beside them.
  response.end(request.method === 'HEAD' ? undefined : encoding === 'utf8' ? text : Buffer.from(text ?? '', encoding));
};

/** A form with files may take long: 200 MB at half a megabit a second. */
const requestMs = 3_600_000;

const reading: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @throws Error when the port is taken or the host is not this machine's */
export const serve = async ({
  routes,
  otherwise,
  host,
  port,
  maxBodyBytes,
  files = () => Promise.resolve(false),
  written = () => undefined,
}: ServeOptions): Promise<Serving> => {
  const route = routerOf(routes, otherwise);
  const server = createServer((request, response) => {
    if (!server.listening) response.setHeader('connection', 'close');
    // What was under way when it was told to stop leaves its connection open.
    response.on('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
    // A handler never rejects: what fails here is the folder of files, or a connection that broke off.
    files(request, response)
      .then((isAnswered) => (isAnswered ? undefined : answer(request, response, route, maxBodyBytes)))
      .then(() => {
        if (!reading.has(request.method)) written();
      })
      .catch((error: unknown) => {
        if (request.destroyed || response.headersSent) {
          response.destroy();
          return;
        }
        console.error('a request could not be answered:', error);
        response.writeHead(500).end();
      });
  });
  server.requestTimeout = requestMs;
  server.listen(port, host);
  await once(server, 'listening');
  return { url: urlOf(server, host), stop: () => stop(server) };
};

/** As long as a function may take. */
const patienceMs = 25_000;

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

const stop = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  // Who has not sent the rest of a request by then will not.
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, patienceMs);
  await closed;
  clearTimeout(timer);
};
