// The lines of requests: one for each request, and one for each server error.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorDetails, writeLog } from '../../platform/log.ts';
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
 * process writes the rest. If stdout is a file on a full disk, lines are lost, and the process goes on.
 */
export const delayLog = (ms: number): void => {
  let hasFailed = false;
  schedule = (write) => setTimeout(write, ms);
  process.once('exit', flush);
  process.stdout.on('error', (error) => {
    if (!hasFailed) writeLog('error', { message: 'lines cannot be written to stdout', error: errorDetails(error) });
    hasFailed = true;
  });
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

/**
 * Logs an error whose details the caller does not get.
 *
 * @param hasStack see `errorDetails`
 */
export const logFailure = (
  { id, method, path }: Pick<Request, 'id' | 'method' | 'path'>,
  error: unknown,
  hasStack = true,
): void => {
  writeLog('error', { requestId: id, method, path, error: errorDetails(error, hasStack) });
};
