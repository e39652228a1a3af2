// What operators read when something is our fault: one line of JSON, with the request id, without bodies or tokens.
import type { Request } from './request.ts';

/** Logs a failure that the caller is not told about. */
export const logFailure = ({ id, method, path }: Pick<Request, 'id' | 'method' | 'path'>, error: unknown): void => {
  const told =
    error instanceof Error
      ? { name: error.name, message: error.message, stack: error.stack }
      : { message: String(error) };
  console.error(JSON.stringify({ level: 'error', requestId: id, method, path, error: told }));
};
