// Writes the log for operators: lines of JSON. They contain no bodies, tokens or query strings, because those may be secret.
import { ApiError, thrownText } from '../errors.ts';
import { currentRequestId } from './audit/index.ts';

/**
 * Writes a line with the time and the id of the current request: to stdout if its level is `info` and on Lambda, otherwise to
 * stderr.
 *
 * @param line what the line says besides; its `requestId` and `time` replace the current ones
 */
export const writeLog = (level: 'info' | 'warn' | 'error', line: object): void => {
  const text = JSON.stringify({
    level,
    time: new Date().toISOString(),
    requestId: currentRequestId(),
    ...line,
  });
  // Lambda's console adds a prefix, with which a line is no JSON.
  if (process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined) process.stdout.write(`${text}\n`);
  else console[level === 'info' ? 'log' : 'error'](text);
};

/** An error may be its own cause. */
const maxCauses = 5;

/**
 * An error for a line, with its causes and their codes: `ENOSPC` is a full disk.
 *
 * @param hasStack whether nobody expects the error. An ApiError has no stack: it says what happened, and to write the stacks of
 *   many would take the time of other requests
 */
export const errorDetails = (error: unknown, hasStack = false, causes = 0): object => {
  if (!(error instanceof Error)) return { message: thrownText(error) };
  const { name, message, stack, cause, code } = error as Error & { readonly code?: unknown };
  return {
    name: thrownText(name),
    message: thrownText(message),
    code: code === undefined ? code : thrownText(code),
    stack: hasStack && !(error instanceof ApiError) ? thrownText(stack) : undefined,
    cause: cause === undefined || causes === maxCauses ? undefined : errorDetails(cause, hasStack, causes + 1),
  };
};
