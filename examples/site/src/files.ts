// Files of a build, as a browser asks for them.
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { defaultLocale, locales, rootOf } from './words.ts';

export interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Pictures never change; everything else may with the next build. */
const caching = (path: string): string =>
  path.startsWith('/pictures/') ? 'public, max-age=31536000, immutable' : 'no-cache';

const shown = async (status: number, folder: string, path: string): Promise<Shown> => ({
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

/** The page of the language that the path is in. */
const lost = (folder: string, path: string): Promise<Shown> => {
  const locale = locales.find((one) => one !== defaultLocale && path.startsWith(rootOf(one))) ?? defaultLocale;
  return shown(404, folder, `${rootOf(locale)}404.html`);
};

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** @param path of a request, without its query */
export const fileAt = async (folder: string, path: string): Promise<Shown> => {
  const name = decoded(path);
  if (name === undefined || name.includes('\0')) return lost(folder, path);
  const clean = normalize(`/${name}`);
  const kind = await kindOf(join(folder, clean));
  if (kind === 'file') return shown(200, folder, clean);
  if (kind === 'nothing' || (await kindOf(join(folder, clean, 'index.html'))) !== 'file') return lost(folder, clean);
  if (clean.endsWith('/')) return shown(200, folder, `${clean}index.html`);
  return { status: 301, headers: { Location: encodeURI(`${clean}/`) }, body: Buffer.alloc(0) };
};
