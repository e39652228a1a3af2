// The logs for operators: one JSON line for each request, and one for each server error. They contain no bodies,
// tokens or query strings, because those may be secret.
import process from 'node:process';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError, thrownText } from '../../errors.ts';
import type { Event } from './event.ts';
import { routeOf, type Request } from './request.ts';

/** Writes the log line of a request. */
export type Log = (line: object) => void;

let bufferedLines: object[] = [];

// Lambda adds a prefix to lines of its console. Writing to stdout directly keeps each line valid JSON.
const flush = (): void => {
  if (bufferedLines.length === 0) return;
  const lines = bufferedLines.map((line) => `${JSON.stringify(line)}\n`).join('');
  bufferedLines = [];
  process.stdout.write(lines);
};

let schedule: (flush: () => void) => void = setImmediate;

/**
 * Writes a line to stdout after the current answers are sent, together with their other lines, because each write
 * blocks. A Lambda function gets its next event, or is frozen, only after that.
 */
export const logToStdout: Log = (line) => {
  if (bufferedLines.length === 0) schedule(flush);
  bufferedLines.push(line);
};

/**
 * Makes `logToStdout` write the lines of several milliseconds at once, in a process that is never frozen. The end of the
 * process writes the rest.
 */
export const delayLog = (ms: number): void => {
  schedule = (write) => setTimeout(write, ms);
  process.once('exit', flush);
};

const bytesOf = ({ body = '', isBase64Encoded = false }: APIGatewayProxyStructuredResultV2): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

const roundMs = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * The log line of a request.
 *
 * @param ms the duration, including the creation of the service
 * @returns the line; keys that did not become known are absent: requests rejected early have no content type
 */
export const logLine = (
  event: Event,
  { id, method, path, logFields, timings }: Request,
  result: APIGatewayProxyStructuredResultV2,
  ms: number,
): object => {
  const databaseMs = timings.of('database');
  return {
    level: 'info',
    time: new Date().toISOString(),
    requestId: id,
    operation: routeOf(event),
    method,
    path,
    ...logFields,
    status: result.statusCode,
    ms: roundMs(ms),
    ...(databaseMs === undefined ? {} : { databaseMs: roundMs(databaseMs) }),
    bytes: bytesOf(result),
  };
};

/** An error may be its own cause. */
const maxCauses = 5;

/**
 * An error with its causes: that of an error in project code is the project's own, with its file and line. An ApiError says
 * what happened; to write the stacks of many would take the time of other requests.
 */
const detailsOf = (error: unknown, causes = 0): object => {
  if (!(error instanceof Error)) return { message: thrownText(error) };
  const { name, message, cause } = error;
  return {
    ...{ name: thrownText(name), message: thrownText(message) },
    ...(error instanceof ApiError ? {} : { stack: thrownText(error.stack) }),
    ...(cause === undefined || causes === maxCauses ? {} : { cause: detailsOf(cause, causes + 1) }),
  };
};

/** Logs an error whose details the caller does not get. */
export const logFailure = ({ id, method, path }: Pick<Request, 'id' | 'method' | 'path'>, error: unknown): void => {
  console.error(JSON.stringify({ level: 'error', requestId: id, method, path, error: detailsOf(error) }));
};
