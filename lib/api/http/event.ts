// What API Gateway and `npm start` pass to a handler.
import type { Readable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

/** A body that is still arriving while its request is handled. */
export interface ArrivingBody {
  /** Rejects with ApiError 413 if the body exceeds `maxBytes`, 408 or 503 if the server stops waiting for it. */
  readonly read: (maxBytes: number) => Promise<Buffer>;
  /** The body in pieces; the stream fails with the same errors, but has no limit. */
  readonly stream: () => Readable;
}

/** The key of an `ArrivingBody` in an event. A server sets it; an event from JSON cannot have it. */
export const arrivingBody = Symbol('arriving body');

/** The key of a function that makes a signal for the end of the client's connection. A server sets it, as `arrivingBody`. */
export const disconnected = Symbol('disconnected');

/** An API Gateway event, of either payload version. */
export type Event = (APIGatewayProxyEventV2 | APIGatewayProxyEvent) & {
  readonly [arrivingBody]?: ArrivingBody;
  readonly [disconnected]?: () => AbortSignal;
};

/** The headers of an event. API Gateway's console sends an event without any, and payload 2.0 has cookies apart. */
export const eventHeaders = ({
  headers,
  cookies,
}: {
  readonly headers: Event['headers'] | null | undefined;
  readonly cookies?: readonly string[] | undefined;
}): Event['headers'] => (cookies === undefined ? (headers ?? {}) : { ...headers, cookie: cookies.join('; ') });
