// What comes after the first address of a file is checked as the first: the addresses of redirects, and those of names.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formFromUrl } from '../../lib/mcp/formFromUrl.ts';
import type * as publicHosts from '../../lib/platform/publicHosts.ts';
import { receiverNames } from '../../lib/platform/hostNames.ts';

/** This address counts as public, so that a server of the test can be at it. */
vi.mock('../../lib/platform/publicHosts.ts', async (original) => {
  const actual = await original<typeof publicHosts>();
  const isFirst = (host: string): boolean => host === '127.0.0.1';
  return {
    ...actual,
    urlFault: (...[address, ...rest]: Parameters<typeof actual.urlFault>) =>
      URL.canParse(address) && isFirst(new URL(address).hostname) ? undefined : actual.urlFault(address, ...rest),
    refusePrivate: (...[host, ...rest]: Parameters<typeof actual.refusePrivate>) => {
      if (!isFirst(host)) actual.refusePrivate(host, ...rest);
    },
  };
});

let location = '';
let port = 0;
const received: (string | undefined)[] = [];
const server = createServer(({ url, headers: { host } }, response) => {
  received.push(host);
  if (url === '/file') response.end('inside');
  else response.writeHead(302, { location }).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as AddressInfo);
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
