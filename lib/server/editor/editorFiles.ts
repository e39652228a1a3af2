// The files of the built editor, each read and compressed at its first request.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasErrorCode } from '../../errors.ts';
import { packageRoot } from '../../installedPackage.ts';
import { withPageSettings, type SiteSettings } from './pageSettings.ts';
import { projectList, readProjectFiles } from './projectFiles.ts';

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
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

const compressed = /^text\/|^image\/svg|json$|ttf$/;

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Higher qualities take seconds for a few per cent.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const isMissing = (error: unknown): boolean => hasErrorCode(error, 'ENOENT');

const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** What the build has compressed better (`editor/vite.config.ts`); undefined: nothing, as of the files of a project. */
const readCompressed = (path: string): Promise<Buffer | undefined> =>
  readFile(join(dirname(path), '../compressed', `${basename(path)}.br`)).catch(undefinedIfMissing);

const encode = async (path: string, bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  (encoding === 'br' ? await readCompressed(path) : undefined) ?? encoders[encoding](bytes);

const toEditorFile = (path: string, bytes: Buffer): EditorFile => {
  const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    encode: (encoding) => {
      if (!compressed.test(type)) return undefined;
      const content = encoded.get(encoding) ?? encode(path, bytes, encoding);
      encoded.set(encoding, content);
      return content;
    },
  };
};

const builtFolder = (): string => join(packageRoot(), 'dist/editor');

const page = 'index.html';

const isName = (name: string): boolean => name === page || /^assets\/[\w-][\w.-]{0,200}$/.test(name);

/** The folders of the editor: an asset is in one of them. */
interface Folders {
  readonly built: string;
  /** Of the project's fields and pictures; undefined: it has none. */
  readonly project: string | undefined;
}

/** What decides about the content of a file: its state on the disk. */
const versionOf = async (path: string): Promise<string | undefined> => {
  const stats = await stat(path).catch(undefinedIfMissing);
  return stats === undefined ? undefined : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
};

interface KeptFile {
  readonly version: string;
  readonly file: Promise<EditorFile>;
}

/** By path: to compress them takes most of the time of a first page. The sites of a process share them, and tests serve many sites. */
const keptAssets = new Map<string, KeptFile>();

/** Keeps what it has read until the file changes, and until the page changes: that is another build. */
const fileReader = ({ built, project }: Folders, settings: SiteSettings): EditorFiles['read'] => {
  let keptPage: KeptFile | undefined;
  const find = async (name: string): Promise<{ readonly path: string; readonly version: string } | undefined> => {
    for (const folder of name === page || project === undefined ? [built] : [project, built]) {
      const version = await versionOf(join(folder, name));
      if (version !== undefined) return { path: join(folder, name), version };
    }
    return undefined;
  };
  const readPage = async (path: string): Promise<EditorFile> => {
    const html = await readFile(path, 'utf8');
    // Everybody can read the page, so it has no other settings.
    const { name, logo, color, media, passkeys, passwords, passwordLength, graphql, guide } = settings;
    const text = withPageSettings(html, {
      name,
      logo,
      color,
      media,
      passkeys,
      passwords,
      passwordLength,
      graphql,
      guide,
      ...readProjectFiles(project),
    });
    return toEditorFile(path, Buffer.from(text));
  };
  return async (name) => {
    if (!isName(name)) return undefined;
    const found = await find(name);
    if (found === undefined) return undefined;
    const list = name === page && project !== undefined ? await versionOf(projectList(project)) : undefined;
    const version = `${found.version} ${list ?? ''}`;
    const { path } = found;
    const before = name === page ? keptPage : keptAssets.get(path);
    if (before?.version === version) return before.file;
    const file = name === page ? readPage(path) : readFile(path).then((bytes) => toEditorFile(path, bytes));
    if (name === page) {
      if (keptPage !== undefined) keptAssets.clear();
      keptPage = { version, file };
    } else keptAssets.set(path, { version, file });
    try {
      return await file;
    } catch (error) {
      if (name === page) keptPage = undefined;
      else keptAssets.delete(path);
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
};

const assetsIn = (folder: string): readonly string[] =>
  existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`) : [];

/**
 * @param settings what the page says of its site
 * @param folder where the editor is built, if not in the package
 * @param project where the project's part is built (bin/editorFields.js); undefined or empty: it has none
 * @returns undefined if the editor is not built
 */
export const editorFiles = (
  settings: SiteSettings,
  folder = builtFolder(),
  project = process.env.LECTERN_EDITOR_FILES,
): EditorFiles | undefined => {
  if (!existsSync(join(folder, page))) return undefined;
  const folders = { built: folder, project: project === '' ? undefined : project };
  return {
    names: () => [page, ...assetsIn(folder), ...(folders.project === undefined ? [] : assetsIn(folders.project))],
    read: fileReader(folders, settings),
  };
};

/** The name of an asset has the hash of its content, so it never changes. */
export const cacheControlOf = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
