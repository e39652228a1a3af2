// The plain HTTP server: the handlers of functions over sockets, and the shutdown.
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { drainSecondsOf } from '../../lib/server/stopServer.ts';
import { arrivingBody, type Event, type Handler } from '../../lib/api/http/index.ts';

interface Gate {
  readonly open: () => void;
  readonly passed: Promise<void>;
}

const gate = (): Gate => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    open: () => {
      open();
    },
    passed,
  };
};

/** Answers with the event and its body in base64; `/api/slow/…` waits for the gate. */
const serving = async (): Promise<RunningServer & { readonly gate: Gate; readonly arrived: Gate }> => {
  const [slow, arrived] = [gate(), gate()];
  const echo: Handler = async (input: Event) => {
    const event = input as APIGatewayProxyEventV2; // The server makes only events of this version.
    if (event.rawPath.startsWith('/api/slow')) {
      arrived.open();
      await slow.passed;
    }
    const received = (await input[arrivingBody]?.read(1_000))?.toString('base64');
    const body = JSON.stringify({ ...event, received });
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
  };
  const routes = [
    { method: 'GET', path: '/api/{contentType}', handler: echo },
    { method: 'POST', path: '/api/{contentType}', handler: echo },
    { method: 'GET', path: '/api/{contentType}/{documentId}', handler: echo },
    {
      method: 'DELETE',
      path: '/api/{contentType}',
      handler: (): Promise<object> => Promise.resolve({ statusCode: 204 }),
    },
  ];
  const otherwise: Handler = () => Promise.resolve({ statusCode: 404, body: 'none' });
  return { ...(await serve({ routes, otherwise, host: '127.0.0.1', port: 0 })), gate: slow, arrived };
};

describe('a running server', () => {
  let server: Awaited<ReturnType<typeof serving>>;
  beforeAll(async () => {
    server = await serving();
  });
  afterAll(() => server.stop());

  const eventOf = async (path: string, init: RequestInit = {}): Promise<APIGatewayProxyEventV2> =>
    (await (await fetch(server.url + path, init)).json()) as APIGatewayProxyEventV2;

  it('passes path, query and parameters unchanged', async () => {
    const event = await eventOf('/api/books/a%20b/?filters[a][$in]=1&x=%5B&x=2');
    expect(event).toMatchObject({
      version: '2.0',
      rawPath: '/api/books/a%20b/',
      rawQueryString: 'filters[a][$in]=1&x=%5B&x=2',
      routeKey: 'GET /api/{contentType}/{documentId}',
      pathParameters: { contentType: 'books', documentId: 'a b' },
      requestContext: { http: { method: 'GET', path: '/api/books/a%20b/' } },
    });
  });

  it('adds the address of the client to X-Forwarded-For', async () => {
    const [plain, forwarded] = [
      await eventOf('/api/books'),
      await eventOf('/api/books', { headers: { 'X-Forwarded-For': '192.0.2.1, 192.0.2.2' } }),
    ];
    expect(plain.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(forwarded.headers['x-forwarded-for']).toBe('192.0.2.1, 192.0.2.2, 127.0.0.1');
    for (const { requestContext } of [plain, forwarded]) expect(requestContext.http.sourceIp).toBe('127.0.0.1');
  });

  it('gives every request a unique id', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await eventOf('/api/books')).requestContext.requestId));
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['text/plain; charset=utf-8', 'application/octet-stream', 'multipart/form-data; boundary=x'])(
    'passes a body of %s byte for byte, and none if there is none',
    async (type) => {
      const sent = Buffer.from([0, 0xff, 0xc3, 0xa9]);
      const headers = { 'content-type': type };
      expect(await eventOf('/api/books', { method: 'POST', body: sent, headers })).toMatchObject({
        isBase64Encoded: false,
        received: sent.toString('base64'),
      });
      expect(await eventOf('/api/books', { method: 'POST', headers })).not.toHaveProperty('received');
    },
  );

  it('answers HEAD like GET, without the body', async () => {
    const head = await fetch(`${server.url}/api/books`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/json', '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('answers 204 without a body and without content-length', async () => {
    const reply = await fetch(`${server.url}/api/books`, { method: 'DELETE' });
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([204, null, '']);
  });

  it('passes requests without a route to the other handler', async () => {
    const replies = await Promise.all(['/', '/api', '/api/a/b/c'].map((path) => fetch(server.url + path)));
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('reuses a connection for several requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const port = async (): Promise<number | undefined> => {
      const [response] = (await once(request(`${server.url}/api/books`, { agent }).end(), 'response')) as [
        NodeJS.ReadableStream & { readonly socket: Socket },
      ];
      const { localPort } = response.socket;
      await once(response.resume(), 'end');
      return localPort;
    };
    const first = await port();
    expect(first).toBeDefined();
    expect(await port()).toBe(first);
    agent.destroy();
  });

  it.each([
    ['before the request is complete', 'POST /api/books HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"da'],
    ['in the middle of the headers', 'GET /api/bo'],
    ['after text that is not HTTP', 'nonsense\r\n\r\n'],
  ])('survives a connection that breaks off %s', async (_name, text) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    await new Promise<void>((sent) => {
      socket.write(text, () => {
        sent();
      });
    });
    socket.destroy();
    expect((await fetch(`${server.url}/api/books`)).status).toBe(200);
  });

  it('answers 500 with its reason if an answer has a header that HTTP forbids', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const handler: Handler = () => Promise.resolve({ statusCode: 200, headers: { 'x-name': 'a\nb' }, body: 'x' });
    const server = await serve({ routes: [], otherwise: handler, host: '127.0.0.1', port: 0 });
    const { status, statusText } = await fetch(server.url);
    expect([status, statusText]).toEqual([500, 'Internal Server Error']);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    await server.stop();
  });
});

describe('a stopping server', () => {
  it('answers running requests, and accepts no new ones', async () => {
    const server = await serving();
    const slow = fetch(`${server.url}/api/slow`);
    await server.arrived.passed;
    const stopped = server.stop();
    await expect(fetch(`${server.url}/api/books`)).rejects.toThrow('fetch failed');
    server.gate.open();
    const reply = await slow;
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ rawPath: '/api/slow' });
    await stopped;
  });

  it('serves while it drains, and closes each connection after its answer', async () => {
    const server = await serving();
    const agent = new Agent({ keepAlive: true });
    const connection = async (): Promise<string | undefined> => {
      const [response] = (await once(request(`${server.url}/api/books`, { agent }).end(), 'response')) as [
        IncomingMessage,
      ];
      await once(response.resume(), 'end');
      return response.headers.connection;
    };
    expect(await connection()).toBe('keep-alive');
    await server.drain(0);
    // The first request comes on the connection that was kept, the second on a new one.
    expect([await connection(), await connection()]).toEqual(['close', 'close']);
    agent.destroy();
    await server.stop();
  });

  it.each([
    [{ drainSeconds: -1 }, 0, 0],
    [{ drainSeconds: -1 }, 1, 5],
    [{ drainSeconds: 20 }, 0, 20],
    [{ drainSeconds: 0 }, 1, 0],
  ])('with %j and %i proxies drains for %i seconds', (settings, trustedProxies, seconds) => {
    const { http } = defaultConfig;
    expect(drainSecondsOf({ ...http, server: { ...http.server, ...settings }, trustedProxies })).toBe(seconds);
  });

  it('does not wait for idle connections', async () => {
    const server = await serving();
    const agent = new Agent({ keepAlive: true });
    const [response] = (await once(request(`${server.url}/api/books`, { agent }).end(), 'response')) as [
      NodeJS.ReadableStream,
    ];
    await once(response.resume(), 'end');
    await server.stop();
    agent.destroy();
  });

  it('is independent of a failed start on its port', async () => {
    const server = await serving();
    const { port } = new URL(server.url);
    const taken = serve({ routes: [], otherwise: () => Promise.resolve({}), host: '127.0.0.1', port: Number(port) });
    await expect(taken).rejects.toThrow('EADDRINUSE');
    await server.stop();
  });
});
