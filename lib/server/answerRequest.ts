// Answers one request of the plain server with a Lambda handler.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 as Result, Context } from 'aws-lambda';
import { arrivingBody, disconnected } from '../api/http/index.ts';
import { toGatewayEvent, parseRequestTarget } from './gatewayEvent.ts';
import type { ReceivedBody } from './receivedBody.ts';
import type { RouteMatch } from './createRouter.ts';

/** A request that is being answered. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined if the request has no body. */
  readonly body: ReceivedBody | undefined;
}

// Lectern's handlers do not read Lambda's context.
const context = {} as Context;

/** Headers in one list of names and values, which Node writes fastest. */
const fieldsOf = (headers: NonNullable<Result['headers']>): string[] =>
  Object.keys(headers).flatMap((name) => [name, String(headers[name])]);

/** Latin-1 has the same bytes for ASCII, and Node copies it instead of encoding it. */
const encodingOf = (text: string, bytes: number): 'latin1' | 'utf8' => (bytes === text.length ? 'latin1' : 'utf8');

/** Texts above this size are sent after the headers, in the same write. */
const maxJoinedBytes = 16_384;

/** Sends an answer, or only its headers for HEAD. */
const send = (request: IncomingMessage, response: ServerResponse, result: Result): void => {
  const { statusCode = 200, headers = {}, body: text, isBase64Encoded = false } = result;
  const fields = fieldsOf(headers);
  const isHead = request.method === 'HEAD';
  if (text === undefined) {
    response.writeHead(statusCode, fields).end();
    return;
  }
  const bytes = Buffer.byteLength(text, isBase64Encoded ? 'base64' : 'utf8');
  fields.push('content-length', String(bytes));
  response.writeHead(statusCode, fields);
  // Node joins a text with the headers to send both at once. A large text is not copied for that.
  if (bytes > maxJoinedBytes) {
    response.cork();
    response.flushHeaders();
  }
  if (isHead) response.end();
  else if (isBase64Encoded) response.end(Buffer.from(text, 'base64'));
  else response.end(text, encodingOf(text, bytes));
};

/** A signal that aborts if the connection closes before the answer is sent. */
const disconnectionOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
};

/** @param idleMs how long a client may read nothing of the answer before Lectern closes its connection */
export const answerRequest = async (
  { request, response, body }: Exchange,
  route: (method: string, path: string) => RouteMatch,
  idleMs: number,
): Promise<void> => {
  const target = parseRequestTarget(request);
  const match = route(target.method, target.path);
  let signal: AbortSignal | undefined;
  const event = Object.assign(toGatewayEvent(request, target, match), {
    [disconnected]: () => (signal ??= disconnectionOf(response)),
    ...(body === undefined ? {} : { [arrivingBody]: body }),
  });
  send(request, response, await match.handler(event, context));
  // Usually the system has taken the whole answer.
  if (request.socket.writableLength > 0) response.setTimeout(idleMs);
};
