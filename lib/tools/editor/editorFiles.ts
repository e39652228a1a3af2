// Lists the files of the built editor, and reads and compresses each at its first request.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { packageRoot } from '../installedPackage.ts';

export type Encoding = 'br' | 'gzip';

/** The content of a file. */
export interface EditorContent {
  readonly etag: string;
  readonly bytes: Buffer;
  /** @returns undefined if the type does not get smaller */
  readonly encode: (encoding: Encoding) => Promise<Buffer> | undefined;
}

export interface EditorFile {
  readonly type: string;
  readonly read: () => Promise<EditorContent>;
}

/** By the path below /editor/: `index.html`, `assets/index-C7bnFOSi.css`. Other paths have no file. */
export type EditorFiles = ReadonlyMap<string, EditorFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

const compressed = /^text\/|^image\/svg|json$/;

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Higher qualities take seconds for a few per cent.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const readContent = async (path: string, type: string): Promise<EditorContent> => {
  const bytes = await readFile(path);
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    encode: (encoding) => {
      if (!compressed.test(type)) return undefined;
      const content = encoded.get(encoding) ?? encoders[encoding](bytes);
      encoded.set(encoding, content);
      return content;
    },
  };
};

const editorFile = (path: string): EditorFile => {
  const type = types[extname(path)] ?? 'application/octet-stream';
  let content: Promise<EditorContent> | undefined;
  return { type, read: () => (content ??= readContent(path, type)) };
};

const builtFolder = (): string => join(packageRoot(), 'dist/editor');

/** @returns undefined if the editor is not built */
export const editorFiles = (folder = builtFolder()): EditorFiles | undefined => {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`);
  return new Map(['index.html', ...assets].map((name) => [name, editorFile(join(folder, name))]));
};

/** The name of an asset has the hash of its content, so it never changes. */
export const cacheControlOf = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
