// A plain HTTP server over the Lambda handlers, for containers, tests and benchmarks.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig, type Settings } from '../../platform/config/index.ts';
import type { Handler } from '../../api/http/index.ts';
import { answerRequest, type Exchange } from './answerRequest.ts';
import { BufferBudget } from './bufferBudget.ts';
import { overloaded as answerOverloaded } from './overloaded.ts';
import { hasBody, ReceivedBody } from './receivedBody.ts';
import { createRouter, type ServerRoute } from './createRouter.ts';
import { graceSeconds, stopServer } from './stopServer.ts';
import type { ServeFile } from './serveFiles.ts';

export interface ServeOptions {
  readonly routes: readonly ServerRoute[];
  readonly otherwise: Handler;
  /** Answers requests on connections beyond `limits.maxConnections`. */
  readonly overloaded?: Handler;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly limits?: Settings['http']['server'];
  /** Asked before the routes are. */
  readonly files?: ServeFile;
  /** Told when something may have been written. */
  readonly onWrite?: () => void;
}

export interface RunningServer {
  readonly url: string;
  /** Takes no new requests; resolves when those under way are answered. */
  readonly stop: () => Promise<void>;
}

const readMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** How often Node looks for connections whose headers are late. */
const headersCheckMs = 1_000;

/** How long a client that is refused may go on sending: if it were cut off at once, it would not see the answer. */
const lingerMs = 1_000;

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** @throws Error when the port is taken or the host is not this machine's */
export const serve = async ({
  routes,
  otherwise,
  overloaded = answerOverloaded,
  host,
  port,
  limits = defaultConfig.http.server,
  files = () => Promise.resolve(false),
  onWrite: onWrite = () => undefined,
}: ServeOptions): Promise<RunningServer> => {
  const route = createRouter(routes, otherwise);
  const routeOverloaded = createRouter([], overloaded);
  const budget = new BufferBudget(limits.maxBufferedBytes);
  const idleMs = limits.bodySeconds * 1000;
  /** Those that are served. */
  const connections = new Set<Socket>();
  const exchanges = new Set<Exchange>();

  const respond = async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    if (!connections.has(request.socket)) {
      response.setHeader('connection', 'close');
      await Promise.race([once(request.resume(), 'close'), sleep(lingerMs)]);
      await answerRequest(exchange, routeOverloaded, idleMs);
      return;
    }
    if (!(await files(request, response, idleMs))) await answerRequest(exchange, route, idleMs);
    if (!readMethods.has(request.method)) onWrite();
  };

  const startExchange = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    const body = hasBody(request)
      ? new ReceivedBody(request, response, { times: limits, budget, expectsContinue })
      : undefined;
    const exchange = { request, response, body };
    exchanges.add(exchange);
    if (!server.listening) {
      response.setHeader('connection', 'close');
      body?.shortenTimeout(graceSeconds);
    }
    response.on('close', () => {
      exchanges.delete(exchange);
      // A request that was under way when the server began to stop leaves its connection open.
      if (!server.listening) server.closeIdleConnections();
    });
    // A handler never rejects: what fails here is the folder of files, or a connection that broke off.
    respond(exchange).catch((error: unknown) => {
      if (request.socket.destroyed || response.headersSent) {
        response.destroy();
        return;
      }
      console.error('a request could not be answered:', error);
      response.writeHead(500).end();
    });
  };

  const server = createServer({
    headersTimeout: limits.headersSeconds * 1000,
    connectionsCheckingInterval: headersCheckMs,
    // Bodies have their own timers: forms may take far longer than others.
    requestTimeout: 0,
  })
    .on('request', (request, response) => {
      startExchange(request, response, false);
    })
    .on('checkContinue', (request, response) => {
      startExchange(request, response, true);
    })
    .on('connection', (socket: Socket) => {
      if (connections.size >= limits.maxConnections) return;
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
  // As many again get a 503; beyond them Node closes connections without an answer.
  server.maxConnections = 2 * limits.maxConnections;
  server.listen(port, host);
  await once(server, 'listening');
  return { url: urlOf(server, host), stop: () => stopServer(server, connections, exchanges) };
};
