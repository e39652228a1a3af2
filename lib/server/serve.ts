// A plain HTTP server over the Lambda handlers, for containers, tests and benchmarks.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig, type Settings } from '../platform/config/index.ts';
import {
  clientAddress,
  endpoint,
  logFailure,
  networkOf,
  requestIdOf,
  type Handler,
  type Operation,
} from '../api/http/index.ts';
import { answerRequest, type Exchange } from './answerRequest.ts';
import { BufferBudget } from './bufferBudget.ts';
import { Connections } from './connections.ts';
import { Pipelines } from './pipelines.ts';
import { hasBody, refusalSeconds, ReceivedBody } from './receivedBody.ts';
import { createRouter, type ServerRoute } from './createRouter.ts';
import { parseRequestTarget } from './gatewayEvent.ts';
import { senderOf } from './senderOf.ts';
import { graceSeconds, stopServer } from './stopServer.ts';
import type { ServeRequest } from './serveFiles.ts';
import { unavailable } from '../errors.ts';

const refuseRequest: Operation = () => Promise.reject(unavailable('The server has too many connections: try again'));

/** Refuses requests on connections beyond `http.server.maxConnections`. Preview links get the same answer. */
export const answerOverloaded = endpoint(Object.assign(refuseRequest, { takesPreview: true as const }));

/** The network at the other end of a connection, a client's or a proxy's: one client may have a whole network of IPv6 addresses. */
const peerOf = ({ remoteAddress = '' }: Socket): string => networkOf(clientAddress(remoteAddress, undefined, 0));

export interface ServeOptions {
  readonly routes: readonly ServerRoute[];
  readonly otherwise: Handler;
  /** Answers requests on connections that are refused. */
  readonly overloaded?: Handler;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly limits?: Settings['http']['server'];
  /** The number of proxies whose `X-Forwarded-For` entries Lectern trusts. */
  readonly trustedProxies?: number;
  /** Serve files; they come before the routes, in this order. */
  readonly files?: readonly ServeRequest[];
  /** Called after each request that may have written. */
  readonly onWrite?: () => void;
}

export interface RunningServer {
  readonly url: string;
  /** Goes on serving for so long, and closes each connection after its next answer. */
  readonly drain: (seconds: number) => Promise<void>;
  /**
   * Accepts no more connections, and closes each after its next answer. Resolves when all are closed, at the latest when clients
   * count idle ones as closed.
   */
  readonly retire: () => Promise<void>;
  /** Takes no new requests; resolves when those under way are answered. */
  readonly stop: () => Promise<void>;
}

const readMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** How long after its time Node closes an idle connection, at most. */
const closeDelayMs = 1_000;

/** How often Node checks for connections whose headers are late. */
const headersCheckMs = 1_000;

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** @throws Error if the port is in use, or the host is not an address of this machine */
export const serve = async ({
  routes,
  otherwise,
  overloaded = answerOverloaded,
  host,
  port,
  limits = defaultConfig.http.server,
  trustedProxies = defaultConfig.http.trustedProxies,
  files = [],
  onWrite = () => undefined,
}: ServeOptions): Promise<RunningServer> => {
  const route = createRouter(routes, otherwise);
  const routeOverloaded = createRouter([], overloaded);
  const budget = new BufferBudget(limits.maxBufferedBytes);
  const idleMs = limits.bodySeconds * 1000;
  let [isDraining, isStopping] = [false, false];
  const connections = new Connections<Socket>({ maxConnections: limits.maxConnections, trustedProxies });

  const respond = async (exchange: Exchange): Promise<void> => {
    const { request, response } = exchange;
    if (!connections.isServed(request.socket)) {
      response.setHeader('connection', 'close');
      // A client that still sends would not see an answer that closes the connection at once.
      await Promise.race([once(request.resume(), 'close'), sleep(refusalSeconds * 1000)]);
      await answerRequest(exchange, routeOverloaded, idleMs);
      return;
    }
    for (const serveFile of files) if (await serveFile(request, response, idleMs)) return;
    await answerRequest(exchange, route, idleMs);
    if (!readMethods.has(request.method)) onWrite();
  };

  const pipelines = new Pipelines<Exchange>((exchange) => {
    const { request, response } = exchange;
    // Handlers never reject: an error comes from the folder of files or from a broken connection.
    respond(exchange).catch((error: unknown) => {
      if (request.socket.destroyed || response.headersSent) {
        response.destroy();
        return;
      }
      const id = requestIdOf(request.headersDistinct['x-request-id']?.[0], randomUUID());
      const { method, path } = parseRequestTarget(request);
      logFailure({ id, method, path }, error);
      // Named, because a response whose headers were refused keeps the reason of its status before.
      response.writeHead(500, STATUS_CODES[500], { 'x-request-id': id }).end();
    });
  });

  const startExchange = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    if (request.socket.destroyed) return;
    const body = hasBody(request)
      ? new ReceivedBody(request, response, {
          times: limits,
          budget,
          sender: senderOf(request, trustedProxies),
          expectsContinue,
        })
      : undefined;
    const exchange = { request, response, body };
    connections.begin(request.socket);
    if (isDraining) response.setHeader('connection', 'close');
    if (isStopping) body?.shortenTimeout(graceSeconds);
    response.on('close', () => {
      pipelines.next(request.socket);
      if (request.complete && !request.socket.destroyed) connections.end(request.socket);
      // Node leaves this connection open if the server began to stop during the request.
      if (isStopping) server.closeIdleConnections();
    });
    if (!pipelines.add(request.socket, exchange)) request.socket.destroy();
  };

  const closeAfterAnswers = (): void => {
    isDraining = true;
    for (const { response } of pipelines.all()) if (!response.headersSent) response.setHeader('connection', 'close');
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
      connections.add(socket, peerOf(socket));
      socket.once('close', () => {
        connections.delete(socket);
        pipelines.delete(socket);
      });
    });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: urlOf(server, host),
    drain: (seconds) => {
      closeAfterAnswers();
      return sleep(seconds * 1000);
    },
    retire: async () => {
      closeAfterAnswers();
      const closed = once(server, 'close');
      // That of HTTP closes idle connections too, on which requests may be on their way.
      NetServer.prototype.close.call(server);
      await Promise.race([closed, sleep(server.keepAliveTimeout + closeDelayMs, undefined, { ref: false })]);
    },
    stop: () => {
      closeAfterAnswers();
      isStopping = true;
      return stopServer(server, connections, pipelines);
    },
  };
};
