// Passes requests on to Lectern and counts what sync transfers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface Transfer {
  readonly requests: number;
  /** The changes in the answers, with repetitions. */
  readonly documents: number;
  /** The bytes of the bodies. */
  readonly bytes: number;
}

export interface CountingProxy {
  readonly url: string;
  /** Returns the counts since the last call. */
  readonly take: () => Transfer;
  /** Answers 410 to all cursors of earlier answers, as if they were too old. */
  readonly expireCursors: () => void;
  readonly stop: () => void;
}

const none: Transfer = { requests: 0, documents: 0, bytes: 0 };

interface SyncAnswer {
  readonly data?: readonly unknown[];
  readonly meta?: { readonly next: string };
}

/** @param target the URL of Lectern */
export const startCountingProxy = async (target: string): Promise<CountingProxy> => {
  let total = none;
  const validCursors = new Set<string>();

  const count = (body: Buffer): void => {
    const { data = [], meta } = JSON.parse(body.toString()) as SyncAnswer;
    if (meta !== undefined) validCursors.add(meta.next);
    total = {
      requests: total.requests + 1,
      documents: total.documents + data.length,
      bytes: total.bytes + body.length,
    };
  };
  const forward = async (path: string, authorization = '') => {
    const { pathname, searchParams } = new URL(path, target);
    const cursor = searchParams.get('since');
    if (cursor !== null && !validCursors.has(cursor)) return { status: 410, type: '', body: Buffer.alloc(0) };
    const answer = await fetch(`${target}${path}`, { headers: { authorization } });
    const body = Buffer.from(await answer.arrayBuffer());
    if (pathname === '/api/sync') count(body);
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', body };
  };
  const server = createServer(({ url = '/', headers }, response) => {
    forward(url, headers.authorization).then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(502).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    take: () => {
      const taken = total;
      total = none;
      return taken;
    },
    expireCursors: () => {
      validCursors.clear();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
