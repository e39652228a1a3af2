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
 * The beginnings of the URLs of mapped files.
 *
 * @type {Set<string>}
 */
const mapped = new Set();

/**
 * The maps of files by URL; null: the file has none.
 *
 * @type {Map<string, SourceMap | null>}
 */
const maps = new Map();

/** @param {string} url */
const mapOf = (url) => {
  let map = maps.get(url);
  if (map === undefined) {
    map = readMap(fileURLToPath(`${url}.map`));
    maps.set(url, map);
  }
  return map;
};

/** @param {NodeJS.CallSite} frame */
const describeFrame = (frame) => {
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- the types lack the method that V8's frames have
  const text = frame.toString();
  const [name, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  if (!name || line === null || column === null || ![...mapped].some((url) => name.startsWith(url))) return text;
  const url = name.replace(/\?.*/, '');
  const origin = mapOf(url)?.findOrigin(line, column);
  if (origin === undefined || !('fileName' in origin)) return text;
  const source = fileURLToPath(new URL(origin.fileName, url));
  return text.replace(`${name}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
};

/**
 * Reads the source maps of files at their first stack trace. Not `process.setSourceMapsEnabled`, which reads the maps of the
 * program and of all packages as they load, and then takes 19 MB.
 *
 * @param {string} url the URL of a file beside its map, or of a folder of such files, with a slash at its end
 */
export const mapStackTraces = (url) => {
  mapped.add(url);
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describeFrame(frame)}`)].join('\n');
};
