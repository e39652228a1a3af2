// Runs an HTTP server that receives webhooks, records the calls, and answers as a test decides.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read into it
  readonly body: any;
}

/** Answers a call; `count` is the number of calls before it. */
export type AnswerCall = (response: ServerResponse, received: Received, count: number) => void;

export interface Receiver {
  readonly url: string;
  readonly calls: Received[];
  /** How to answer; 200 by default. */
  answerCall: AnswerCall;
}

export const ok: AnswerCall = (response) => {
  response.end('taken');
};

export const withStatus =
  (status: number): AnswerCall =>
  (response) => {
    response.writeHead(status).end();
  };

/** Starts a receiver that runs until the test file ends. */
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
      receiver.answerCall(response, received, calls.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/hook`, calls, answerCall: ok };
  return receiver;
};
