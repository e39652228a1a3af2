// Serves the documentation under /guide/, where `npm run docs` has built it: in a clone.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hasErrorCode } from '../errors.ts';
import { packageRoot } from '../installedPackage.ts';
import { parseRequestTarget } from './gatewayEvent.ts';
import type { ServeRequest } from './serveFiles.ts';

const base = '/guide/';

const builtFolder = (): string => join(packageRoot(), 'dist/docs');

const pages = 'https://github.com/lectern/lectern/blob/main/docs/README.md';

/** @returns the address of the documentation: the built one, or the pages in the repository */
export const guideAddress = (folder = builtFolder()): string => (existsSync(join(folder, 'index.html')) ? base : pages);

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

/** @returns undefined if there is no such file */
const readPage = async (folder: string, name: string): Promise<Buffer | undefined> => {
  if (!/^(?:[\w@-][\w.-]*\/)*[\w@-][\w.-]*$/.test(name)) return undefined;
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EISDIR')) return undefined;
    throw error;
  }
};

export const serveGuide =
  (folder = builtFolder()): ServeRequest =>
  async (request, response) => {
    const { path } = parseRequestTarget(request);
    if (!path.startsWith(base) || !['GET', 'HEAD'].includes(request.method ?? 'GET')) return false;
    const name = path === base ? 'index.html' : path.slice(base.length);
    const body = await readPage(folder, name);
    if (body === undefined) return false;
    const type = types[extname(name)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
