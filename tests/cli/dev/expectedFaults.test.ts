// What `lectern dev` says of faults that are no faults of Lectern: a sentence, without a stack.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { addressOf, checkPort } from '../../../cli/dev/devAddress.ts';
import { createRestart } from '../../../cli/dev/restart.ts';

it.each([
  [{}, '127.0.0.1', 3000],
  [{ PORT: '', HOST: '::1' }, '::1', 3000],
  [{ PORT: '0' }, '127.0.0.1', 0],
])('with %o it listens at %s, %i', (env, host, port) => {
  expect(addressOf(env)).toEqual({ host, port });
});

it.each(['abc', '-1', '65536', '3e3'])('PORT=%s is no port', (port) => {
  expect(() => addressOf({ PORT: port })).toThrow(
    `The port must be a number from 0 to 65535, not ${port}: --port 3000`,
  );
});

it('says what to do if it cannot listen', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(checkPort({ host: '127.0.0.1', port })).rejects.toThrow('or choose another port, for example --port');
  server.close();
  await expect(checkPort({ host: '192.0.2.1', port: 0 })).rejects.toThrow('HOST must be an address of this machine');
});

it.each([
  ['what prevented the build', {}, 'no pen'],
  ['nothing after esbuild has printed the place', { errors: [] }, undefined],
])('prints %s', async (_what, more, expected) => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const restart = createRestart(
    {
      ...{ root: '/', env: {}, watched: [] },
      build: () => Promise.reject(Object.assign(new Error('no pen'), more)),
      start: () => expect.unreachable(),
    },
    { uri: 'mongodb://127.0.0.1:1', isEmbedded: false },
    { add: () => undefined, hasBegun: () => false, end: () => Promise.resolve() },
  );
  await restart();
  expect(printed.mock.calls).toEqual(expected === undefined ? [] : [[expected]]);
});
