// Slow request bodies: how long the server waits for them, and how much of them it buffers.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { forbidden } from '../../lib/errors.ts';
import { endpoint, type Operation } from '../../lib/api/http/index.ts';
import { readForm } from '../../lib/media/records/readForm.ts';
import { answerOverloaded, serve, type ServeOptions, type RunningServer } from '../../lib/server/serve.ts';
import { createService } from '../../lib/platform/service.ts';
import { library } from '../write/documents/library.ts';
import { freshFolder } from '../media/files.ts';
import { secrets } from '../setup/secrets.ts';
import { waitFor } from '../setup/waitFor.ts';

// No test reaches the database.
const service = createService({ schema: library, config: defaultConfig }, 'mongodb://127.0.0.1:1/none', secrets);
const errorLog = vi.spyOn(console, 'error').mockImplementation(() => undefined);

const operations = {
  read: async ({ readText }) => {
    const text = await readText();
    return { status: 200, body: { bytes: text.length, hash: createHash('sha1').update(text).digest('hex') } };
  },
  refuse: () => Promise.reject(forbidden()),
  form: async ({ stream, headers }) => {
    const rules = { fields: ['note'], sizeLimit: 1_000_000 };
    const { files } = await readForm(stream(2_000_000), headers['content-type'] ?? '', await freshFolder(), rules);
    return { status: 200, body: files.map(({ bytes }) => bytes) };
  },
  large: () => Promise.resolve({ status: 200, text: 'x'.repeat(50_000_000) }),
} satisfies Readonly<Record<string, Operation>>;

/** How many operations began, and the log lines of those that ended. */
let begun = 0;
const lines: object[] = [];

const operationsBegin = (count: number): Promise<void> =>
  waitFor(() => {
    expect(begun).toBe(count);
  });

const handlerOf = (operation: Operation) => {
  const counted: Operation = (request, used) => {
    begun++;
    return operation(request, used);
  };
  return endpoint(
    counted,
    () => Promise.resolve(service),
    (line) => lines.push(line),
  );
};

let server: RunningServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
  server = undefined;
  errorLog.mockClear();
  lines.length = begun = 0;
});

const start = async (limits: Partial<ServeOptions['limits']> = {}, trustedProxies = 0): Promise<void> => {
  server = await serve({
    routes: Object.entries(operations).flatMap(([name, operation]) =>
      ['GET', 'POST'].map((method) => ({ method, path: `/${name}`, handler: handlerOf(operation) })),
    ),
    otherwise: handlerOf(operations.refuse),
    overloaded: handlerOf(answerOverloaded.operation),
    ...{ host: '127.0.0.1', port: 0 },
    limits: { ...defaultConfig.http.server, ...limits },
    trustedProxies,
  });
};

interface ErrorBody {
  readonly error: { readonly message: string };
}

interface Client {
  readonly socket: Socket;
  readonly send: (text: string) => void;
  /** Waits until the received text matches; returns it. */
  readonly waitForText: (pattern: RegExp) => Promise<string>;
  /** Waits until the connection ends; returns the received text. */
  readonly waitForEnd: () => Promise<string>;
}

const client = (...texts: readonly string[]): Promise<Client> => clientFrom('127.0.0.1', ...texts);

const clientFrom = async (localAddress: string, ...texts: readonly string[]): Promise<Client> => {
  const port = Number(new URL(server?.url ?? '').port);
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  sockets.push(socket);
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  await once(socket, 'connect');
  for (const text of texts) socket.write(text);
  return {
    socket,
    send: (text) => {
      socket.write(text);
    },
    waitForText: async (pattern) => {
      await waitFor(() => {
        expect(received).toMatch(pattern);
      });
      return received;
    },
    waitForEnd: async () => {
      await closed;
      return received;
    },
  };
};

const head = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n');

const half = (path: string, bytes = 5, of = 2 * bytes): string =>
  head(path, `content-length: ${of}`) + 'x'.repeat(bytes);

const boundary = 'content-type: multipart/form-data; boundary=x';
const filePart = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('before the body has arrived,', () => {
  it.each([
    ['refused by the operation', half('/refuse'), 403],
    ['larger than allowed by its content-length', half('/read', 5, 1_048_577), 413],
    ['sent in chunks', `${head('/refuse', 'transfer-encoding: chunked')}5\r\nxxxxx\r\n`, 403],
    ['a GET', half('/refuse').replace('POST', 'GET'), 403],
    ['of HTTP/1.0', half('/refuse').replace('1.1', '1.0'), 403],
  ])('a request is answered that is %s', async (_what, text, status) => {
    await start();
    const { waitForText } = await client(text);
    expect(await waitForText(/\r\n\r\n\{.*\}$/s)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('the server requests the body with 100 Continue only if it reads it', async () => {
    await start();
    const expects = ['expect: 100-continue', 'content-length: 3'];
    expect(await (await client(head('/refuse', ...expects))).waitForEnd()).toMatch(
      /^HTTP\/1.1 403 .*connection: close\r\n/is,
    );
    const { send, waitForText } = await client(head('/read', ...expects));
    await waitForText(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    send('abc');
    await waitForText(/HTTP\/1.1 200 OK.*"bytes":3/s);
  });

  it('the connection accepts the next request after the answer, once the body has arrived', async () => {
    await start();
    const { send, waitForText } = await client(half('/refuse'));
    await waitForText(/403 Forbidden/);
    send(`xxxxx${head('/read', 'content-length: 3')}abc`);
    await waitForText(/403 Forbidden.*200 OK.*"bytes":3/s);
  });
});

describe('a body that the operation reads', () => {
  it('is complete, even in very small pieces', async () => {
    await start();
    const text = Array.from({ length: 3_000 }, (_, i) => String(i % 10)).join('');
    const chunks = text.replaceAll(/./g, '1\r\n$&\r\n');
    const { waitForText } = await client(`${head('/read', 'transfer-encoding: chunked')}${chunks}0\r\n\r\n`);
    await waitForText(new RegExp(`"bytes":3000,"hash":"${createHash('sha1').update(text).digest('hex')}"`));
  });

  it('is refused if it is too large without content-length, and the client receives the answer', async () => {
    await start();
    const text = 'x'.repeat(3_000_000);
    const reply = await fetch(`${server?.url ?? ''}/read`, {
      method: 'POST',
      body: new Blob([text]).stream(),
      // Node's fetch requires this option for a stream as body, but its types do not include it.
      ...{ duplex: 'half' },
    });
    expect([reply.status, ((await reply.json()) as ErrorBody).error.message]).toEqual([
      413,
      'The request body is larger than 1048576 bytes',
    ]);
  });

  it.each(['read', 'form'])('is decoded, and refused if it contains too much: %s', async (path) => {
    await start();
    const file = (bytes: number): Buffer => Buffer.from(`${filePart}${'x'.repeat(bytes)}\r\n--x--\r\n`);
    const send = (body: Buffer, coding: string): Promise<Response> =>
      fetch(`${server?.url ?? ''}/${path}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'content-encoding': coding, 'content-type': 'multipart/form-data; boundary=x' },
      });
    const small = await send(gzipSync(file(1_000)), 'gzip');
    const bytes = path === 'form' ? [1_000] : { bytes: file(1_000).length };
    expect([small.status, await small.json()]).toMatchObject([200, bytes]);
    // The client is still sending when it gets the answer.
    const bomb = Buffer.concat([gzipSync(file(20_000_000)), randomBytes(900_000)]);
    expect((await send(bomb, 'gzip')).status).toBe(413);
    // Not in a file either: before the first part.
    expect((await send(gzipSync(Buffer.concat([Buffer.alloc(3_000_000), file(1)])), 'gzip')).status).toBe(413);
    expect((await send(gzipSync(file(1_000)), 'zstd')).status).toBe(415);
  });

  it('that breaks off is an error of the client', async () => {
    await start();
    const { socket } = await client(half('/read'));
    await operationsBegin(1);
    socket.destroy();
    await waitFor(() => {
      expect(lines).toMatchObject([{ path: '/read', status: 400 }]);
    });
    expect(errorLog).not.toHaveBeenCalled();
  });
});

describe('a body that does not arrive in time ends', () => {
  const late = /^HTTP\/1.1 408 Request Timeout\r\n.*connection: close\r\n.*"name":"RequestTimeoutError".*\}$/is;

  it('with 408 if it stalls', async () => {
    await start({ bodySeconds: 0.1 });
    expect(await (await client(half('/read'))).waitForEnd()).toMatch(late);
  });

  it('with 408 if it arrives byte by byte', async () => {
    await start({ bodySeconds: 0.3 });
    const { socket, send, waitForEnd } = await client(half('/read', 1, 1_000));
    const drip = setInterval(() => {
      send('x');
    }, 20);
    socket.once('close', () => {
      clearInterval(drip);
    });
    expect(await waitForEnd()).toMatch(late);
  });

  it('without a second answer if the request was answered', async () => {
    await start({ bodySeconds: 0.1 });
    expect((await (await client(half('/refuse'))).waitForEnd()).match(/HTTP/g)).toHaveLength(1);
  });

  it.each([
    ['stalls', { bodySeconds: 0.1 }],
    ['takes too long in all', { formSeconds: 0.3 }],
  ])('with 408 if it is a form that %s', async (_what, limits) => {
    await start(limits);
    const { waitForEnd } = await client(head('/form', boundary, 'content-length: 9999'), `${filePart}half`);
    expect(await waitForEnd()).toMatch(late);
  });

  it('with 200 if it is a form that keeps arriving', async () => {
    // Longer than a slow machine pauses, and shorter than the form takes.
    await start({ bodySeconds: 3 });
    const pieces = [filePart, ...Array.from({ length: 10 }, (_, i) => String(i)), '\r\n--x--\r\n'];
    const bytes = pieces.join('').length;
    const { send, waitForText } = await client(head('/form', boundary, `content-length: ${bytes}`));
    for (const piece of pieces) {
      send(piece);
      await sleep(300);
    }
    await waitForText(/200 OK.*\[10\]$/s);
  });

  it('with 408 if the headers do not arrive', async () => {
    await start({ headersSeconds: 0.1 });
    const [partialClient, silentClient] = await Promise.all([client('POST /read HTTP/1.1\r\nhost'), client()]);
    for (const { waitForEnd } of [partialClient, silentClient]) expect(await waitForEnd()).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('the server limits', () => {
  it('the buffers of unfinished bodies: the newest of a client that sends many get 503', async () => {
    await start({ maxBufferedBytes: 10_000 });
    const clients: Client[] = [];
    for (let i = 0; i < 10; i++) {
      const one = await client(half('/read', 1_900, 1_903));
      clients.push(one);
      if (i < 5) await operationsBegin(i + 1);
      else await one.waitForText(/^HTTP\/1.1 503 .*retry-after: 1\r\n.*too many request bodies at once/is);
    }
    // Five fit, and are answered once they are complete.
    for (const { send, waitForText } of clients.slice(0, 5)) {
      send('xxx');
      await waitForText(/^HTTP\/1.1 200 .*"bytes":1903/s);
    }
    // The refused ones free their space, and their connections end.
    await Promise.all(clients.slice(5).map(({ waitForEnd }) => waitForEnd()));
    await (await client(half('/read', 9_000, 9_003), 'xxx')).waitForText(/200 OK/);
  });

  it('the buffers of unfinished forms too', async () => {
    await start({ maxBufferedBytes: 10_000 });
    const form = head('/form', boundary, 'content-length: 9999') + filePart + 'x'.repeat(6_000);
    await client(form);
    await operationsBegin(1);
    await (await client(form)).waitForText(/^HTTP\/1.1 503 .*too many request bodies at once/is);
  });

  it('only received bytes, not announced ones', async () => {
    await start({ maxBufferedBytes: 10_000 });
    const waiting = await Promise.all(Array.from({ length: 20 }, () => client(half('/read', 1, 1_000_000))));
    await (await client(half('/read', 9_000, 9_003), 'xxx')).waitForText(/200 OK/);
    expect(waiting.filter(({ socket }) => socket.readyState !== 'open')).toEqual([]);
  });

  it('the number of connections: further ones get 503 and are closed', async () => {
    await start({ maxConnections: 2 }, 1);
    const served = [await client(half('/read', 3, 6)), await client(half('/read', 3, 6))];
    const refused = await client(half('/read', 3, 6), 'abc');
    expect(await refused.waitForEnd()).toMatch(
      /^HTTP\/1.1 503 .*connection: close\r\n.*retry-after: 5\r\n.*"message":"The server has too many connections: try again"/is,
    );
    for (const { send, waitForText } of served) {
      send('abc');
      await waitForText(/200 OK/);
    }
    served[0]?.socket.destroy();
    await waitFor(async () => {
      expect((await fetch(`${server?.url ?? ''}/refuse`)).status).toBe(403);
    });
  });
});

describe('pipelined requests', () => {
  const get = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n';

  it('are answered one after the other, as the client reads', async () => {
    await start();
    const { socket } = await client();
    socket.pause();
    socket.write(get.repeat(5));
    await operationsBegin(1);
    await (await client(head('/read', 'content-length: 3'), 'abc')).waitForText(/200 OK/);
    expect(begun).toBe(2);
  });

  it('are all answered, in order', async () => {
    await start();
    const bodies = ['a', 'bb', 'ccc'].map((text) => head('/read', `content-length: ${text.length}`) + text);
    await (await client(bodies.join(''))).waitForText(/"bytes":1\b.*"bytes":2\b.*"bytes":3\b/s);
  });

  it('end the connection if there are more than sixteen', async () => {
    await start();
    const { socket, waitForEnd } = await client();
    socket.pause();
    socket.write(get.repeat(200));
    socket.resume();
    await waitForEnd();
    expect(begun).toBeLessThanOrEqual(1);
  });
});

describe('one address cannot use up', () => {
  const other = '127.0.0.2';

  it.each([
    ['', 0],
    [' behind a proxy', 1],
  ])('all connections by heads that do not end, also from many addresses%s', async (_what, trustedProxies) => {
    await start({ maxConnections: 10 }, trustedProxies);
    const idle = await client(head('/read', 'content-length: 3'), 'abc');
    await idle.waitForText(/200 OK/);
    for (let i = 0; i < 12; i++) await clientFrom(`127.0.0.${3 + (i % 5)}`, 'GET /refuse HTTP/1.1\r\nhost');
    await (await clientFrom(other, half('/read', 3, 6), 'abc')).waitForText(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['bodies', 0, ''],
    ['bodies that a proxy passes on', 1, 'x-forwarded-for: 192.0.2.1'],
  ])('the space for unfinished %s', async (_what, trustedProxies, header) => {
    await start({ maxBufferedBytes: 10_000 }, trustedProxies);
    const address = trustedProxies === 0 ? other : '127.0.0.1';
    const lines = header === '' ? [] : [header];
    const honest = await clientFrom(address, `${head('/read', 'content-length: 3000', ...lines)}${'x'.repeat(2_000)}`);
    await operationsBegin(1);
    await client(half('/read', 4_000, 4_003));
    await (await client(half('/read', 5_000, 5_003))).waitForText(/^HTTP\/1.1 503 /);
    honest.send('x'.repeat(1_000));
    await honest.waitForText(/^HTTP\/1.1 200 .*"bytes":3000/s);
  });
});

it('a stopping server does not wait long for stalled bodies, headers and readers', async () => {
  await start({ bodySeconds: 60, maxConnections: 4 }, 1);
  const body = await client(half('/read'));
  const form = await client(head('/form', boundary, 'content-length: 9999'), `${filePart}half`);
  const headers = await client('POST /read HTTP/1.1\r\nhost');
  const reader = await client();
  reader.socket.pause();
  reader.send('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  await operationsBegin(3);
  const refused = await client('POST /read HTTP/1.1\r\nhost');
  const stopped = server?.stop();
  server = undefined;
  for (const { waitForEnd } of [body, form])
    expect(await waitForEnd()).toMatch(/^HTTP\/1.1 503 .*"The server is stopping: send the request again"/s);
  for (const { waitForEnd } of [headers, refused]) expect(await waitForEnd()).toBe('');
  await stopped;
});
