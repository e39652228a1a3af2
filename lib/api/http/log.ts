// What operators read: a line of JSON a request, and one where something is our fault. No bodies, no tokens, no query
// strings: what is asked for may be a secret, and where is not.
import process from 'node:process';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Event } from './body.ts';
import { routeOf, type Request } from './request.ts';

/** Takes the line of a request. */
export type Log = (line: object) => void;

let waiting: object[] = [];

// Lambda writes a prefix before each line of its console: this way it is JSON and nothing else.
const write = (): void => {
  const lines = waiting.map((line) => `${JSON.stringify(line)}\n`).join('');
  waiting = [];
  process.stdout.write(lines);
};

/**
 * Writes it to stdout: when the answers of the moment are on their way, and theirs together, since each write waits for the
 * system. A function is told of its next event, or frozen, later than that.
 */
export const print: Log = (line) => {
  if (waiting.length === 0) setImmediate(write);
  waiting.push(line);
};

const bytesOf = ({ body = '', isBase64Encoded = false }: APIGatewayProxyStructuredResultV2): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * The line of a request that was answered.
 *
 * @param ms how long it took, making the service included
 * @returns without what did not become known: who is refused at the door has no type
 */
export const lineOf = (
  event: Event,
  { id, method, path, noted, timings }: Request,
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
    ...noted,
    status: result.statusCode,
    ms: rounded(ms),
    ...(databaseMs === undefined ? {} : { databaseMs: rounded(databaseMs) }),
    bytes: bytesOf(result),
  };
};

/** Logs a failure that the caller is not told about. */
export const logFailure = ({ id, method, path }: Pick<Request, 'id' | 'method' | 'path'>, error: unknown): void => {
  const told =
    error instanceof Error
      ? { name: error.name, message: error.message, stack: error.stack }
      : { message: String(error) };
  console.error(JSON.stringify({ level: 'error', requestId: id, method, path, error: told }));
};
