// Runs an HTTP server that stands in for another program. It records the requests, and answers as a test decides.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface StandInRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Answers a request; `count` is the number of requests before it. */
type Answer = (response: ServerResponse, request: StandInRequest, count: number) => void;

export interface StandIn {
  readonly url: string;
  readonly requests: StandInRequest[];
  /** How to answer; 200 by default. */
  answer: Answer;
}

export const accept: Answer = (response) => {
  response.end('{}');
};

export const answerWith =
  (status: number, text = ''): Answer =>
  (response) => {
    response.writeHead(status).end(text);
  };

/** Never answers. */
export const hang: Answer = () => undefined;

export const hangUp: Answer = (response) => {
  response.destroy();
};

/** Starts a server that runs until the test file ends. */
export const startStandIn = async (): Promise<StandIn> => {
  const requests: StandInRequest[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('error', () => undefined);
    message.on('end', () => {
      const { method, url, headers } = message;
      const request = { method, path: url, headers, text: Buffer.concat(chunks).toString() };
      requests.push(request);
      standIn.answer(response, request, requests.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
  const standIn: StandIn = { url: `http://127.0.0.1:${port}`, requests, answer: accept };
  return standIn;
};
