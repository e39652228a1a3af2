// Serves pages of another origin, from which tests attack the editor.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Its origin on a host, for tests and hooks: `localhost` is of the same site as the editor, `127.0.0.1` is not. */
export type OtherSite = (host: 'localhost' | '127.0.0.1') => string;

/** Serves one empty page for every path; call it at the top of a test file. */
export const startOtherSite = (): OtherSite => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Another site</title>');
  });
  beforeAll(async () => {
    await once(server.listen(0), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return (host) => `http://${host}:${(server.address() as AddressInfo).port}`;
};
