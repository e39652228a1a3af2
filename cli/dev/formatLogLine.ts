// Formats the server's log for a terminal: one short line per request, and exceptions with file and line first.
import { sep } from 'node:path';

interface LoggedError {
  readonly message: string;
  /** Absent if something else than an error was thrown. */
  readonly stack?: string;
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
  if (error.cause?.stack === undefined) return [error.stack ?? error.message];
  const [stack, ...wrappers] = unwrap(error.cause);
  return [stack, error.message, ...wrappers];
};

const isFrame = (line: string): boolean => /^\s+at /.test(line);

const maxFrames = 5;

/**
 * @param root the folder of the project
 * @returns undefined for a line that logs no exception
 */
const formatFailure = (line: string, root: string): string | undefined => {
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

interface RequestLog {
  readonly level: 'info';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly caller?: string;
}

/** @returns undefined for a line that does not log a request */
const parseRequestLog = (line: string): RequestLog | undefined => {
  if (!line.startsWith('{"level":"info"')) return undefined;
  try {
    return JSON.parse(line) as RequestLog; // lib/api/http/log.ts writes it
  } catch {
    return undefined;
  }
};

/** ANSI colour codes by the first digit of the status: green, cyan, yellow, red. */
const colours: Readonly<Record<string, number>> = { 2: 32, 3: 36, 4: 33, 5: 31 };

/** Whether to colour the output of a stream: it is a terminal and NO_COLOR is not set (https://no-color.org). */
export const usesColour = ({ NO_COLOR: no }: NodeJS.ProcessEnv, { isTTY }: { readonly isTTY?: boolean }): boolean =>
  (no === undefined || no === '') && isTTY === true;

/** @returns a log line for a terminal: `200 GET /api/articles 12 ms, token`; lines that log neither stay unchanged */
export const formatLogLine = (line: string, coloured: boolean): string => {
  const request = parseRequestLog(line);
  if (request === undefined) return formatFailure(line, process.cwd()) ?? line;
  const { method, path, status, ms, caller } = request;
  const text = String(status);
  const statusText = coloured ? `\u001b[${String(colours[text.charAt(0)] ?? 0)}m${text}\u001b[0m` : text;
  return `${statusText} ${method} ${path} ${ms.toFixed(0)} ms${caller === undefined ? '' : `, ${caller}`}`;
};
