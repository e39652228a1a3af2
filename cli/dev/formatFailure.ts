// Formats a logged exception for a terminal: where the project's code threw it, what it says, and the frames of that code.
import { sep } from 'node:path';

interface LoggedError {
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** A line of lib/api/http/log.ts, or of an event handler. */
interface FailureLog {
  readonly message?: string;
  readonly method?: string;
  readonly path?: string;
  readonly event?: string;
  readonly file?: string;
  /** Text: a stack. */
  readonly error?: LoggedError | string;
}

const parseFailure = (line: string): FailureLog | undefined => {
  if (!line.startsWith('{"level":"error"')) return undefined;
  try {
    return JSON.parse(line) as FailureLog; // Lectern's own line
  } catch {
    return undefined;
  }
};

/** The stack of the first cause, which is that of the project's code, and what its wrappers say. */
const unwrap = (error: LoggedError | string): readonly [stack: string, ...wrappers: string[]] => {
  if (typeof error === 'string') return [error];
  if (error.cause === undefined) return [error.stack];
  const [stack, ...wrappers] = unwrap(error.cause);
  return [stack, error.message, ...wrappers];
};

const isFrame = (line: string): boolean => /^\s+at /.test(line);

const maxFrames = 5;

/**
 * @param root the folder of the project
 * @returns undefined for a line that logs no exception
 */
export const formatFailure = (line: string, root: string): string | undefined => {
  const failure = parseFailure(line);
  if (failure?.error === undefined) return undefined;
  const { message, method, path, event, file, error } = failure;
  const [stack, ...wrappers] = unwrap(error);
  const lines = stack.split('\n');
  const frames = lines.filter(isFrame).map((frame) => frame.replace('file://', ''));
  if (frames.length === 0) return undefined;
  const own = frames
    .filter((frame) => frame.includes(root + sep) && !frame.includes('node_modules'))
    .map((frame) => frame.replace(root + sep, ''));
  const place = /^\s+at (?:.* \(|async )?(.+:\d+):\d+\)?$/.exec(own[0] ?? '')?.[1];
  const text = lines
    .slice(0, lines.findIndex(isFrame))
    .join('\n')
    .replace(/^Error: /, '');
  const about = [message, event && `${event} in ${file ?? ''}`, ...wrappers, method && `${method} ${path ?? ''}`];
  return [
    `${place === undefined ? '' : `${place}  `}${text}`,
    `    ${about.filter((part) => part !== undefined).join(', ')}`,
    ...(own.length > 0 ? own : frames).slice(0, maxFrames),
  ].join('\n');
};
