// Finds the file of a build that answers a request.
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { defaultLocale, locales, rootOf } from './words.ts';

export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Pictures never change; the next build may change everything else. */
const caching = (path: string): string =>
  path.startsWith('/pictures/') ? 'public, max-age=31536000, immutable' : 'no-cache';

const answerFile = async (status: number, folder: string, path: string): Promise<FileAnswer> => ({
  status,
  headers: {
    'Content-Type': types[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'Cache-Control': caching(path),
  },
  body: await readFile(join(folder, path)),
});

const kindOf = async (file: string): Promise<'file' | 'folder' | 'nothing'> =>
  stat(file).then(
    (found) => (found.isFile() ? 'file' : 'folder'),
    () => 'nothing',
  );

/** The 404 page in the language of the path. */
const answerNotFound = (folder: string, path: string): Promise<FileAnswer> => {
  const locale = locales.find((one) => one !== defaultLocale && path.startsWith(rootOf(one))) ?? defaultLocale;
  return answerFile(404, folder, `${rootOf(locale)}404.html`);
};

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** @param path the path of a request, without its query */
export const fileAt = async (folder: string, path: string): Promise<FileAnswer> => {
  const name = decodePath(path);
  if (name === undefined || name.includes('\0')) return answerNotFound(folder, path);
  const clean = normalize(`/${name}`);
  const kind = await kindOf(join(folder, clean));
  if (kind === 'file') return answerFile(200, folder, clean);
  if (kind === 'nothing' || (await kindOf(join(folder, clean, 'index.html'))) !== 'file')
    return answerNotFound(folder, clean);
  if (clean.endsWith('/')) return answerFile(200, folder, `${clean}index.html`);
  return { status: 301, headers: { Location: encodeURI(`${clean}/`) }, body: Buffer.alloc(0) };
};
