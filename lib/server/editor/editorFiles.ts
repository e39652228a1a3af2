// The files of the built editor, each read and compressed at its first request.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasErrorCode } from '../../errors.ts';
import { packageRoot } from '../../platform/installedPackage.ts';

export type Encoding = 'br' | 'gzip';

/** A file with the content that it has now. */
export interface EditorFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** @returns undefined if the type does not get smaller */
  readonly encode: (encoding: Encoding) => Promise<Buffer> | undefined;
}

export interface EditorFiles {
  /** The names of all files, which are their paths below /editor/: `index.html`, `assets/index-C7bnFOSi.css`. */
  readonly names: () => readonly string[];
  /** @returns undefined if there is no such file now: the editor may be built again while it is served */
  readonly read: (name: string) => Promise<EditorFile | undefined>;
}

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

const readEditorFile = async (path: string): Promise<EditorFile> => {
  const type = types[extname(path)] ?? 'application/octet-stream';
  const bytes = await readFile(path);
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
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

const isMissing = (error: unknown): boolean => hasErrorCode(error, 'ENOENT');

const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

const builtFolder = (): string => join(packageRoot(), 'dist/editor');

const page = 'index.html';

const isName = (name: string): boolean => name === page || /^assets\/[\w-][\w.-]{0,200}$/.test(name);

/** Keeps what it has read until the file changes, and until the page changes: that is another build. */
const fileReader = (folder: string): EditorFiles['read'] => {
  const kept = new Map<string, { readonly version: string; readonly file: Promise<EditorFile> }>();
  return async (name) => {
    if (!isName(name)) return undefined;
    const path = join(folder, name);
    const stats = await stat(path).catch(undefinedIfMissing);
    if (stats === undefined) return undefined;
    const version = `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
    const before = kept.get(name);
    if (before?.version === version) return before.file;
    if (name === page) kept.clear();
    const file = readEditorFile(path);
    kept.set(name, { version, file });
    try {
      return await file;
    } catch (error) {
      kept.delete(name);
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
};

/** @returns undefined if the editor is not built */
export const editorFiles = (folder = builtFolder()): EditorFiles | undefined => {
  if (!existsSync(join(folder, page))) return undefined;
  return {
    names: () => [page, ...readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)],
    read: fileReader(folder),
  };
};

/** The name of an asset has the hash of its content, so it never changes. */
export const cacheControlOf = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
