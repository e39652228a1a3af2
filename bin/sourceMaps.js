// @ts-check
// Names the source files in the stack traces of a program.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath, URL } from 'node:url';

/** @param {string} path */
const readMap = (path) => {
  try {
    /** @type {unknown} */
    const payload = JSON.parse(readFileSync(path, 'utf8'));
    return new SourceMap(/** @type {import('node:module').SourceMapPayload} */ (payload));
  } catch {
    return null;
  }
};

/**
 * Reads the source map of a program at its first stack trace. Not `process.setSourceMapsEnabled`, which reads the maps of the
 * program and of all packages as they load, and then takes 19 MB.
 *
 * @param {string} url the URL of the program's file, beside its map
 */
export const mapStackTraces = (url) => {
  /** @type {SourceMap | null | undefined} undefined: not read yet; null: the program has none */
  let map;

  /** @param {NodeJS.CallSite} frame */
  const describe = (frame) => {
    // eslint-disable-next-line @typescript-eslint/no-base-to-string -- the types lack the method that V8's frames have
    const text = frame.toString();
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    if (frame.getFileName() !== url || line === null || column === null) return text;
    if (map === undefined) map = readMap(fileURLToPath(`${url}.map`));
    const origin = map?.findOrigin(line, column);
    if (origin === undefined || !('fileName' in origin)) return text;
    const source = fileURLToPath(new URL(origin.fileName, url));
    return text.replace(`${url}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
  };

  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
};
