// What comes after the first address of a file is checked as the first: the addresses of redirects, and those of names.
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type * as net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formFromUrl } from '../../lib/mcp/formFromUrl.ts';
import { HostNames, receiverNames } from '../../lib/platform/hostNames.ts';

/** This address counts as public, so that a server of the test can be at it. */
vi.mock('node:net', async (original) => {
  const actual = await original<typeof net>();
  class BlockList extends actual.BlockList {
    override check(address: string | net.SocketAddress, type?: net.IPVersion): boolean {
      return address !== '127.0.0.1' && super.check(address as string, type); // nothing here checks a SocketAddress
    }
  }
  return { ...actual, BlockList };
});

let location = '';
let port = 0;
const received: (string | undefined)[] = [];
/** Ends the time that a file may take. */
let endTime: AbortController | undefined;
const server = createServer(({ url, headers: { host }, socket }, response) => {
  received.push(host);
  if (url === '/file') response.end(`inside ${socket.localAddress}`);
  else if (url?.startsWith('/slow') === true) {
    if (url === '/slow-body') response.write('x');
    setImmediate(() => endTime?.abort());
  } else response.writeHead(302, { location }).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as net.AddressInfo);
});
afterAll(() => server.close());

const fetchFile = (address: string): Promise<string> =>
  text(formFromUrl(address, {}, { allowPrivate: false, sizeLimit: 1_000 }).stream());

it.each([
  'http://127.0.0.2:PORT/file',
  'http://localhost:PORT/file',
  'http://[::1]:PORT/file',
  '//2130706434:PORT/file',
])('a redirect to %s is not followed', async (target) => {
  received.length = 0;
  location = target.replace('PORT', String(port));
  await expect(fetchFile(`http://127.0.0.1:${port}/`)).rejects.toThrow(/private address/);
  expect(received).toEqual([`127.0.0.1:${port}`]);
});

it('a redirect to a name is checked when it is resolved, also if another request got a public address of it', async () => {
  received.length = 0;
  location = `http://rebound.example:${port}/file`;
  vi.spyOn(receiverNames, 'find')
    .mockResolvedValueOnce([{ address: '127.0.0.2', family: 4 }])
    .mockResolvedValueOnce([
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ]);
  for (let times = 0; times < 2; times++)
    await expect(fetchFile(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      'url cannot be read: rebound.example is or leads to a private address; upload.allowPrivate permits it',
    );
  expect(received).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
});

/** Answers the first query with the public address, and all others with a private one. @returns how many there were */
const serveNames = async (addresses: readonly (readonly number[])[]) => {
  let queries = 0;
  const socket = createSocket('udp4').on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const address = query.readUInt16BE(end - 4) === 1 ? (addresses[queries++] ?? addresses.at(-1)) : undefined;
    const head = Buffer.concat([
      query.subarray(0, 2),
      Buffer.from([0x81, 0x80, 0, 1, 0, address === undefined ? 0 : 1]),
    ]);
    const row = address === undefined ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address];
    const answer = [head, Buffer.alloc(4), query.subarray(12, end), Buffer.from(row)];
    socket.send(Buffer.concat(answer), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { names: new HostNames(resolver), count: () => queries, close: () => socket.close() };
};

it('a name that leads elsewhere when it is resolved again: a request connects to the address that was checked', async () => {
  received.length = 0;
  const servers = await serveNames([
    [127, 0, 0, 1],
    [127, 0, 0, 2],
  ]);
  vi.spyOn(receiverNames, 'find').mockImplementation((host) => servers.names.find(host));
  const address = `http://rebound.example:${port}/file`;
  expect(await fetchFile(address)).toContain('inside ::ffff:127.0.0.1');
  await expect(fetchFile(address)).rejects.toThrow(/private address/);
  expect([received.length, servers.count()]).toEqual([1, 2]);
  servers.close();
});

it.each(['/slow-head', '/slow-body'])('a server that does not end is left after 20 seconds: %s', async (path) => {
  endTime = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(endTime.signal);
  await expect(fetchFile(`http://127.0.0.1:${port}${path}`)).rejects.toThrow('it takes more than 20 s');
  expect(timeout).toHaveBeenCalledWith(20_000);
});
