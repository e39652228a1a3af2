// The server's log as somebody who develops reads it: a short line a request.

interface Answered {
  readonly level: 'info';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly caller?: string;
}

/** @returns undefined for a line that tells of no request */
const answeredIn = (line: string): Answered | undefined => {
  if (!line.startsWith('{"level":"info"')) return undefined;
  try {
    return JSON.parse(line) as Answered; // lib/api/http/log.ts writes it
  } catch {
    return undefined;
  }
};

/** The numbers of terminals' colours, by the first digit of a status: green, cyan, yellow, red. */
const colours: Readonly<Record<string, number>> = { 2: 32, 3: 36, 4: 33, 5: 31 };

/** Whether to colour what goes to a stream: where NO_COLOR is not set and somebody looks (https://no-color.org). */
export const isColoured = ({ NO_COLOR: no }: NodeJS.ProcessEnv, { isTTY }: { readonly isTTY?: boolean }): boolean =>
  (no === undefined || no === '') && isTTY === true;

/** @returns a line of the server's for a terminal: `200 GET /api/articles 12 ms, token`; what is no request stays as it is */
export const readable = (line: string, coloured: boolean): string => {
  const answered = answeredIn(line);
  if (answered === undefined) return line;
  const { method, path, status, ms, caller } = answered;
  const text = String(status);
  const shown = coloured ? `\u001b[${String(colours[text.charAt(0)] ?? 0)}m${text}\u001b[0m` : text;
  return `${shown} ${method} ${path} ${ms.toFixed(0)} ms${caller === undefined ? '' : `, ${caller}`}`;
};
