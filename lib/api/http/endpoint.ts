// The one wrapper around every operation: event in, envelope out, errors answered, and a line in the log.
import middy from '@middy/core';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { serviceFromEnvironment, type Service } from '../../platform/service.ts';
import { refused, resultOf, type Answer } from './answer.ts';
import type { Event } from './body.ts';
import { commonHeaders } from './headers.ts';
import { lineOf, print, type Log } from './log.ts';
import { isPreview, noPreview } from './preview.ts';
import { type Request, requestOf } from './request.ts';
import { send } from './send.ts';
import { toldOf } from './errors.ts';

/** What a file of functions/ is: a request to an answer. */
export interface Operation {
  (request: Request, service: Service): Promise<Answer>;
  /** It answers to preview links; to all others their token means nothing. */
  readonly takesPreview?: true;
}

/** A Lambda handler. */
export type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** A handler and the operation it wraps, which can be served with another service. */
export interface Endpoint extends Handler {
  readonly operation: Operation;
}

/**
 * @param service what to serve with; by default that of the process, made with the first request
 * @param log what is told of every request; stdout by default
 * @returns a Lambda handler that never rejects: what an operation throws is answered, and logged where it is our fault
 */
export const endpoint = (
  operation: Operation,
  service: () => Promise<Service> = serviceFromEnvironment,
  log: Log = print,
): Endpoint => {
  // As last served with: an error is told as all answers are.
  let config: Service['config'] | undefined;
  const requests = new WeakMap<Event, Request>();
  const requestIn = (event: Event): Request => requests.get(event) ?? requestOf(event);
  const answer = middy<Event, APIGatewayProxyStructuredResultV2>()
    .use(httpHeaderNormalizer())
    .onError((middle) => {
      const request = requestIn(middle.event);
      const told = refused(toldOf(middle.error, () => request));
      middle.response = resultOf(told, commonHeaders(request, told.status, config?.http.cors));
    })
    .handler(async (event: Event) => {
      const made = await service();
      ({ config } = made);
      const request = requestOf(event, made.config);
      requests.set(event, request);
      if (operation.takesPreview !== true && isPreview(request)) throw noPreview();
      return send(request, await operation(request, made), made.config);
    });
  const handler: Handler = async (event, context) => {
    const began = performance.now();
    const result = await answer(event, context);
    log(lineOf(event, requestIn(event), result, performance.now() - began));
    return result;
  };
  return Object.assign(handler, { operation });
};
