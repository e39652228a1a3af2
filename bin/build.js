// @ts-check
// Bundles Lectern's TypeScript for Node: one file in dist/ per program.
import console from 'node:console';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundling, credentials, entries, entry, given, required } from './bundling.js';
import { shims } from './shims.js';

const root = dirname(import.meta.dirname);

/** What can be run, and where each begins. */
const programs = {
  start: 'lib/tools/server/main.ts',
  lectern: 'lib/tools/cli/main.ts',
  dev: 'lib/tools/dev/main.ts',
  offline: 'lib/tools/dev/offline.ts',
  bundle: 'lib/tools/bundle/main.ts',
};

/** @typedef {keyof typeof programs} Program */

/** @param {Program} name */
const outputOf = (name) => join(root, 'dist', `${name}.mjs`);

/**
 * Builds the programs into `dist/<name>.mjs`, with source maps; packages stay outside.
 *
 * @param {readonly Program[]} names
 * @throws Error when the source does not compile; esbuild has then told why on stderr
 */
export const build = async (names) => {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [name, programs[name]])),
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', sourcemap: true },
    logLevel: 'warning',
    write: false,
  });
  // Its service process would otherwise live as long as this one.
  await esbuild.stop();
  await mkdir(join(root, 'dist'), { recursive: true });
  // Another process may be reading the file right now.
  for (const { path, contents } of outputFiles) {
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
};

/**
 * Builds one program and loads it; where esbuild is not installed, as in a container, loads what was built before.
 *
 * @param {Program} name
 * @param {{ readonly built?: boolean }} [options] `built`: it was built just now
 * @returns {Promise<unknown>} what it exports
 */
export const load = async (name, { built = false } = {}) => {
  const prebuilt = existsSync(join(root, 'node_modules/esbuild')) ? built : existsSync(outputOf(name));
  if (!prebuilt) await build([name]).catch(fail);
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(outputOf(name)).href);
};

/** The names of the Lambda functions: a file of functions/ each, beside the handlers by route. */
export const functionNames = () =>
  readdirSync(join(root, 'functions'))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== 'routes');

/**
 * Builds Lambda functions into `<outdir>/<name>/index.mjs`: one file with all it needs, the content types and the
 * configuration among it, and its source map beside it.
 *
 * @param {{
 *   readonly env?: NodeJS.ProcessEnv,
 *   readonly names?: readonly string[],
 *   readonly outdir?: string,
 *   readonly beside?: (name: string) => string | undefined,
 * }} [options] `env`: names the content types and the configuration; `names`: of the functions, all by default;
 *   `beside`: the path of a module whose exports a bundle has beside its handler
 * @returns {Promise<import('esbuild').Metafile>} what is in them
 * @throws Error with every fault of the content types or of the configuration, or when the source does not compile;
 *   esbuild has then told why on stderr
 */
export const buildFunctions = async ({
  env = process.env,
  names = functionNames(),
  outdir = 'dist/functions',
  beside = () => undefined,
} = {}) => {
  const { modulesOf } = /** @type {typeof import('../lib/tools/bundle/main.ts')} */ (await load('bundle'));
  const modules = await modulesOf(env);
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    ...bundling,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, entry(name)])),
    outdir,
    plugins: [entries(beside), credentials, required, given({ ...shims, ...modules })],
    metafile: true,
  });
  await esbuild.stop();
  return metafile;
};

/** @param {Error & { readonly code?: string, readonly errors?: unknown }} error */
const fail = (error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND')
    console.error('Lectern is not built here and esbuild is not installed: run `npm ci` and then `npm run build`');
  // A compile error has been printed with its place in the source.
  else if (error.errors === undefined) throw error;
  process.exit(1);
};

// Not awaited here: what CommonJS loads, as the Serverless Framework does, cannot wait.
if (process.argv[1] === import.meta.filename)
  (process.argv.includes('functions') ? buildFunctions() : build(['start', 'lectern'])).catch(fail);
