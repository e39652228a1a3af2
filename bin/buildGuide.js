// @ts-check
// Builds the documentation as a site into dist/guide.tar.br, unless nothing that it is made of has changed since. Packing runs
// this script, and in a clone the server of `lectern dev` does when somebody opens the documentation.
import { Buffer } from 'node:buffer';
import console from 'node:console';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { pack } from 'tar-stream';
import { writeOutput } from './build.js';
import { hashSources, isUpToDate } from './inputs.js';
import { takeLock } from './lockFile.js';
import { packageRoot } from './roots.js';

const archive = join(packageRoot, 'dist/guide.tar.br');

/** What VitePress writes. */
const folder = join(packageRoot, 'dist/guide');

/** The hash of what `archive` was built from. */
const hashFile = join(packageRoot, 'dist/guide.hash');

const pagesIn = (/** @type {string} */ folder) =>
  readdirSync(join(packageRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

/** Files and folders whose content decides about the result. */
const sources = [
  ...['.vitepress/config.ts', '.vitepress/theme', 'bin/buildGuide.js', 'docs', 'package-lock.json'],
  ...[...pagesIn('.'), ...pagesIn('bench')].sort(),
];

/** An archive of the pages: together they take two thirds of what they take when each is compressed alone. */
const archivePages = async () => {
  const files = pack();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.entry({ name: path.slice(folder.length + 1).replaceAll('\\', '/') }, readFileSync(path));
  }
  files.finalize();
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  // The best quality takes ten times as long, for 6 % less.
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS };
  return brotliCompressSync(await buffer(files), { params });
};

/** Builds without the progress that VitePress prints. @throws Error with all that it printed */
const buildPages = async () => {
  const lines = /** @type {string[]} */ ([]);
  const print = process.stderr.write.bind(process.stderr);
  process.stderr.write = (/** @type {string | Uint8Array} */ chunk) => lines.push(String(chunk)) > 0;
  try {
    const { build } = await import('vitepress');
    await build(packageRoot, { outDir: folder });
  } catch (error) {
    throw new Error(`${lines.join('')}${String(error)}`, { cause: error });
  } finally {
    process.stderr.write = print;
  }
};

/** The hash of what the documentation is made of. */
export const guideHash = () => hashSources(packageRoot, sources);

const main = async () => {
  await takeLock(join(packageRoot, 'dist/guide.lock'), 'builds the documentation');
  const hash = guideHash();
  if (isUpToDate(archive, hashFile, hash)) return;
  try {
    await buildPages();
    rmSync(hashFile, { force: true });
    await writeOutput([{ path: archive, contents: await archivePages() }]);
    await writeOutput([{ path: hashFile, contents: Buffer.from(hash) }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (process.argv[1] === import.meta.filename) {
  // The server that started this process has ended.
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
  await main().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
