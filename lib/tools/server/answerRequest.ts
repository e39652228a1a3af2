// Answers one request of the plain server with a Lambda handler.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'aws-lambda';
import { arrivingBody } from '../../api/http/index.ts';
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

/** @param idleMs how long a client may read nothing of the answer before Lectern closes its connection */
export const answerRequest = async (
  { request, response, body }: Exchange,
  route: (method: string, path: string) => RouteMatch,
  idleMs: number,
): Promise<void> => {
  const target = parseRequestTarget(request);
  const match = route(target.method, target.path);
  const event = toGatewayEvent(request, target, match);
  const result = await match.handler(body === undefined ? event : { ...event, [arrivingBody]: body }, context);
  const { statusCode = 200, headers = {}, body: text } = result;
  const encoding = result.isBase64Encoded === true ? 'base64' : 'utf8';
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (text !== undefined) response.setHeader('content-length', Buffer.byteLength(text, encoding));
  response.setTimeout(idleMs);
  response.writeHead(statusCode);
  // Node sends a text in one piece with the headers, and a buffer after them.
  response.end(request.method === 'HEAD' ? undefined : encoding === 'utf8' ? text : Buffer.from(text ?? '', encoding));
};
