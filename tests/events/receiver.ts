// A receiver of webhooks: a real server that keeps what it was told, and answers as a test wants.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into it
  readonly body: any;
}

/** How it answers a call; the place of the call, from 0. */
export type Answering = (response: ServerResponse, received: Received, count: number) => void;

export interface Receiver {
  readonly url: string;
  readonly calls: Received[];
  /** 200 until a test says otherwise. */
  answering: Answering;
}

export const ok: Answering = (response) => {
  response.end('taken');
};

export const withStatus =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status).end();
  };

/** Runs until the test file ends. */
export const startReceiver = async (): Promise<Receiver> => {
  const calls: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, text, body: JSON.parse(text) as unknown };
      calls.push(received);
      receiver.answering(response, received, calls.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/hook`, calls, answering: ok };
  return receiver;
};
