// Wraps every operation: converts the event to a request and the answer to a result, answers errors, and logs one
// line.
import middy from '@middy/core';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { isAuditOn, runWithInitiator } from '../../platform/audit/index.ts';
import { serviceFromEnvironment, type Service } from '../../platform/service.ts';
import { errorAnswer, type Answer } from './answer.ts';
import { preflight } from './cors.ts';
import type { Event } from './event.ts';
import { logLine, logToStdout, type Log } from './log.ts';
import { hasPreviewToken, previewNotAllowed, type Request, toRequest } from './request.ts';
import { requireEdge } from './requireEdge.ts';
import { send, toApiGatewayResult } from './send.ts';
import { toApiError } from './errors.ts';

/** An operation: turns a request into an answer. Each file of functions/ exports one. */
export interface Operation {
  (request: Request, service: Service): Promise<Answer>;
  /** Set if the operation accepts preview links. All other operations reject their token. */
  readonly takesPreview?: true;
}

/** A proxy may send any text as the address of a client; each event of a write has it. */
const maxAddress = 100;

/** A Lambda handler. */
export type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** A handler with the operation it wraps, so that the operation can run with another service. */
export interface Endpoint extends Handler {
  readonly operation: Operation;
  /**
   * The handler without the middleware, which only Lambda needs: it changes the names of headers to lower case, and answers
   * before Lambda ends the function.
   */
  readonly direct: (event: Event) => Promise<APIGatewayProxyStructuredResultV2>;
}

/**
 * Makes a Lambda handler that never rejects: errors of the operation become answers, and server errors are logged.
 *
 * @param service by default that of the process, created with the first request
 * @param log gets the log line of every request; stdout by default
 */
export const endpoint = (
  operation: Operation,
  service: () => Promise<Service> = serviceFromEnvironment,
  log: Log = logToStdout,
): Endpoint => {
  // The configuration of the last request, for the headers of error answers.
  let config: Service['config'] | undefined;

  /** An `AsyncLocalStorage` slows down promises, and a read logs nothing but what it throws. */
  const runOperation = (request: Request, current: Service): Promise<Answer> =>
    request.method === 'GET'
      ? operation(request, current)
      : runWithInitiator(
          { ...(isAuditOn(current) ? { address: request.address.slice(0, maxAddress) } : {}), requestId: request.id },
          () => operation(request, current),
        );

  /** @param keep gets the request as soon as it is known */
  const run = async (event: Event, keep: (request: Request) => void): Promise<APIGatewayProxyStructuredResultV2> => {
    const current = await service();
    ({ config } = current);
    const received = toRequest(event, current.config);
    keep(received);
    const request = requireEdge(received, current.secrets);
    if (request.method === 'OPTIONS') return send(request, preflight(current.config.http.cors), current.config);
    if (operation.takesPreview !== true && hasPreviewToken(request)) throw previewNotAllowed();
    return send(request, await runOperation(request, current), current.config);
  };

  const refuse = (error: unknown, request: Request): APIGatewayProxyStructuredResultV2 => {
    const refusal = errorAnswer(toApiError(error, () => request));
    return toApiGatewayResult(request, refusal, JSON.stringify(refusal.body), config?.http.cors);
  };

  const direct: Endpoint['direct'] = async (event) => {
    const startedAt = performance.now();
    let known: Request | undefined;
    const keep = (request: Request): void => {
      known = request;
    };
    const result = await run(event, keep).catch((error: unknown) => refuse(error, (known ??= toRequest(event))));
    log(logLine(event, known ?? toRequest(event), result, performance.now() - startedAt));
    return result;
  };

  const requests = new WeakMap<Event, Request>();
  const requestFor = (event: Event): Request => requests.get(event) ?? toRequest(event);
  const answer = middy<Event, APIGatewayProxyStructuredResultV2>()
    .use(httpHeaderNormalizer())
    .onError((middle) => {
      middle.response = refuse(middle.error, requestFor(middle.event));
    })
    .handler((event: Event) =>
      run(event, (request) => {
        requests.set(event, request);
      }),
    );
  const handler: Handler = async (event, context) => {
    const startedAt = performance.now();
    const result = await answer(event, context);
    log(logLine(event, requestFor(event), result, performance.now() - startedAt));
    return result;
  };
  return Object.assign(handler, { operation, direct });
};
