// Formats the server's log for a terminal: one short line per request, exceptions with file and line first, mails as text.
import { sep } from 'node:path';

interface LoggedError {
  readonly message: string;
  /** Absent if something else than an error was thrown. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** A line that Lectern writes: of a request, of what failed, or of a message. */
interface LogLine {
  readonly level: string;
  readonly message?: string;
  /** A mail that is sent to nobody. */
  readonly mail?: string;
  readonly method?: string;
  readonly path?: string;
  readonly event?: string;
  readonly file?: string;
  /** Text: a stack. */
  readonly error?: LoggedError | string;
  readonly status?: number;
  /** Only of a request. */
  readonly ms?: number;
  readonly caller?: string;
}

const parseLine = (line: string): LogLine | undefined => {
  if (!line.startsWith('{"level":')) return undefined;
  try {
    return JSON.parse(line) as LogLine; // Lectern's own line
  } catch {
    return undefined;
  }
};

const messageKeys = ['level', 'time', 'requestId', 'message'];

/** @returns undefined for a line that says more than a message */
const formatMessage = (line: LogLine): string | undefined => {
  if (line.mail !== undefined) return `\n${line.mail}\n`;
  return Object.keys(line).every((key) => messageKeys.includes(key)) ? line.message : undefined;
};

/** The stack of the first cause, which is that of the project's code, and what its wrappers say. */
const unwrap = (error: LoggedError | string): readonly [stack: string, ...wrappers: string[]] => {
  if (typeof error === 'string') return [error];
  const { cause } = error;
  if (cause?.stack === undefined)
    return [error.stack ?? error.message, ...(cause === undefined ? [] : [cause.message])];
  const [stack, ...wrappers] = unwrap(cause);
  return [stack, error.message, ...wrappers];
};

const isFrame = (line: string): boolean => /^\s+at /.test(line);

const maxFrames = 5;

/**
 * An error that is expected has no stack, and is a sentence.
 *
 * @param root the folder of the project
 * @returns undefined for a line that logs no exception
 */
const formatFailure = ({ message, method, path, event, file, error }: LogLine, root: string): string | undefined => {
  if (error === undefined) return undefined;
  const [stack, ...wrappers] = unwrap(error);
  const lines = stack.split('\n');
  const frames = lines.filter(isFrame).map((frame) => frame.replace('file://', ''));
  const own = frames
    .filter((frame) => frame.includes(root + sep) && !frame.includes('node_modules'))
    .map((frame) => frame.replace(root + sep, ''));
  const place = /^\s+at (?:.* \(|async )?(.+:\d+):\d+\)?$/.exec(own[0] ?? '')?.[1];
  const text = lines
    .filter((line) => !isFrame(line))
    .join('\n')
    .replace(/^Error: /, '');
  const about = [message, event && `${event} in ${file ?? ''}`, ...wrappers, method && `${method} ${path ?? ''}`];
  return [
    `${place === undefined ? '' : `${place}  `}${text}`,
    `    ${about.filter((part) => part !== undefined).join(', ')}`,
    ...(own.length > 0 ? own : frames).slice(0, maxFrames),
  ].join('\n');
};

/** ANSI colour codes by the first digit of the status: green, cyan, yellow, red. */
const colours: Readonly<Record<string, number>> = { 2: 32, 3: 36, 4: 33, 5: 31 };

/** Whether to colour the output of a stream: it is a terminal and NO_COLOR is not set (https://no-color.org). */
export const usesColour = ({ NO_COLOR: no }: NodeJS.ProcessEnv, { isTTY }: { readonly isTTY?: boolean }): boolean =>
  (no === undefined || no === '') && isTTY === true;

const formatRequest = ({ method, path, status, ms = 0, caller }: LogLine, coloured: boolean): string => {
  const text = String(status);
  const statusText = coloured ? `\u001b[${String(colours[text.charAt(0)] ?? 0)}m${text}\u001b[0m` : text;
  return `${statusText} ${method ?? ''} ${path ?? ''} ${ms.toFixed(0)} ms${caller === undefined ? '' : `, ${caller}`}`;
};

/** @returns a log line for a terminal: `200 GET /api/articles 12 ms, token`; a line of another form stays unchanged */
export const formatLogLine = (line: string, coloured: boolean): string => {
  const parsed = parseLine(line);
  if (parsed === undefined) return line;
  if (parsed.ms !== undefined) return formatRequest(parsed, coloured);
  return formatFailure(parsed, process.cwd()) ?? formatMessage(parsed) ?? line;
};
