// Serves the documentation under /guide/ in development, from the archive that bin/buildGuide.js makes.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { hasErrorCode } from '../errors.ts';
import { packageRoot } from '../installedPackage.ts';
import { parseRequestTarget } from './gatewayEvent.ts';
import { plainPage, plainPageHeaders } from './plainPage.ts';
import type { ServeRequest } from './serveFiles.ts';

const base = '/guide/';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

const headers = {
  'cache-control': 'no-cache',
  // The pages have scripts and styles in them, and load nothing from elsewhere.
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const refreshSeconds = 2;

const buildingPage = plainPage(`<meta http-equiv="refresh" content="${refreshSeconds}">
<h1>The documentation is being built</h1>
<p>This takes about half a minute, once for each state of the pages. They appear here by themselves.</p>`);

const failedPage = plainPage(`<h1>The documentation cannot be built</h1>
<p>The terminal of <code>npm run dev</code> shows why.</p>`);

/** By path below /guide/. */
type Files = ReadonlyMap<string, Buffer>;

const readArchive = async (path: string): Promise<Files> => {
  // Only development needs it.
  const { extract } = await import('tar-stream');
  const archive = extract();
  const files = new Map<string, Buffer>();
  const read = async (): Promise<void> => {
    for await (const entry of archive) files.set(entry.header.name, await buffer(entry));
  };
  await Promise.all([pipeline(createReadStream(path), createBrotliDecompress(), archive), read()]);
  return files;
};

/** @returns undefined where it is not built */
const builtTime = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/**
 * @param build brings the archive up to date, at the first request; until then an older archive is served
 * @param archive where it is, if not in the package
 */
export const serveGuide = (
  build: () => Promise<void>,
  archive = join(packageRoot(), 'dist/guide.tar.br'),
): ServeRequest => {
  let building: Promise<void> | undefined;
  let hasEnded = false;
  let kept: { readonly time: number; readonly files: Promise<Files> } | undefined;
  const readFiles = async (): Promise<Files | undefined> => {
    building ??= build()
      .catch(() => undefined)
      .finally(() => {
        hasEnded = true;
      });
    const time = await builtTime(archive);
    if (time === undefined) return undefined;
    if (kept?.time !== time) kept = { time, files: readArchive(archive) };
    return kept.files;
  };
  /** The next request after a failure builds again, also after somebody has deleted the archive. */
  const unbuiltPage = (): Buffer => {
    if (!hasEnded) return buildingPage;
    [hasEnded, building] = [false, undefined];
    return failedPage;
  };
  return async (request, response) => {
    const { path } = parseRequestTarget(request);
    const isGuide = path.startsWith(base) || path === base.slice(0, -1);
    if (!isGuide || !['GET', 'HEAD'].includes(request.method ?? 'GET')) return false;
    const send = (status: number, sent: Readonly<Record<string, string>>, body: Buffer): boolean => {
      response.writeHead(status, { ...sent, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    };
    if (!path.startsWith(base)) return send(308, { location: base }, Buffer.alloc(0));
    const files = await readFiles();
    if (files === undefined) return send(503, { ...plainPageHeaders, 'content-type': 'text/html' }, unbuiltPage());
    const name = path === base ? 'index.html' : path.slice(base.length);
    const body = files.get(name);
    if (body === undefined) return false;
    return send(200, { ...headers, 'content-type': types[extname(name)] ?? 'application/octet-stream' }, body);
  };
};
