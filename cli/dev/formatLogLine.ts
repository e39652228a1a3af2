// Formats the server's log for a terminal: one short line per request, and exceptions with file and line first.
import { formatFailure } from './formatFailure.ts';

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
