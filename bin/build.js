// @ts-check
// Bundles Lectern's TypeScript for Node, one file in dist/ per program.
import console from 'node:console';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import {
  bundleOptions,
  excludeCredentialProviders,
  functionEntries,
  entryPoint,
  replaceModules,
  requireNodeModules,
} from './bundling.js';
import { shims } from './shims.js';
import { mapStackTraces } from './sourceMaps.js';

const root = dirname(import.meta.dirname);

/** The programs and their entry files. */
const programs = {
  start: 'lib/tools/server/main.ts',
  lectern: 'lib/tools/cli/main.ts',
  dev: 'lib/tools/dev/main.ts',
  offline: 'lib/tools/dev/offline.ts',
  bundle: 'lib/tools/bundle/main.ts',
  uploads: 'lib/tools/dev/uploads.ts',
};

/** @typedef {keyof typeof programs} Program */

/** @param {Program} name */
const outputOf = (name) => join(root, 'dist', `${name}.mjs`);

/**
 * Builds the programs into `dist/<name>.mjs` with source maps; packages are not bundled.
 *
 * @param {readonly Program[]} names
 * @throws Error when the source does not compile; esbuild then prints the reason on stderr
 */
export const build = async (names) => {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [name, programs[name]])),
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    ...{
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      sourcesContent: false,
    },
    logLevel: 'warning',
    write: false,
  });
  // Otherwise esbuild's service process lives as long as this one.
  await esbuild.stop();
  await mkdir(join(root, 'dist'), { recursive: true });
  // Another process may be reading the file right now.
  for (const { path, contents } of outputFiles) {
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
};

/**
 * Builds one program and imports it. If esbuild is not installed, as in a container, imports an earlier build.
 *
 * @param {Program} name
 * @param {{ readonly built?: boolean }} [options] `built`: the program was built just now
 * @returns {Promise<unknown>} the exports of the program
 */
export const loadProgram = async (name, { built = false } = {}) => {
  const prebuilt = existsSync(join(root, 'node_modules/esbuild')) ? built : existsSync(outputOf(name));
  if (!prebuilt) await build([name]).catch(fail);
  const { href } = pathToFileURL(outputOf(name));
  mapStackTraces(href);
  return import(href);
};

/** The names of the Lambda functions: the files in functions/ except `routes.ts`. */
export const functionNames = () =>
  readdirSync(join(root, 'functions'))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name !== 'routes');

/**
 * Builds Lambda functions into `<outdir>/<name>/index.mjs`: one file that includes the content types and the configuration,
 * with its source map beside it.
 *
 * @param {{
 *   readonly env?: NodeJS.ProcessEnv,
 *   readonly names?: readonly string[],
 *   readonly outdir?: string,
 *   readonly beside?: (name: string) => string | undefined,
 * }} [options] `env`: the environment that names the content types and the configuration; `names`: the names of the
 *   functions, all by default; `beside`: the path of a module whose exports the bundle has besides its handler
 * @returns {Promise<import('esbuild').Metafile>} the contents of the bundles
 * @throws Error with every fault of the content types or the configuration, or when the source does not compile; esbuild
 *   then prints the reason on stderr
 */
export const buildFunctions = async ({
  env = process.env,
  names = functionNames(),
  outdir = 'dist/functions',
  beside = () => undefined,
} = {}) => {
  const { siteModules } = /** @type {typeof import('../lib/tools/bundle/main.ts')} */ (await loadProgram('bundle'));
  const modules = await siteModules(env);
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    ...bundleOptions,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, entryPoint(name)])),
    outdir,
    plugins: [
      functionEntries(beside),
      excludeCredentialProviders,
      requireNodeModules,
      replaceModules({ ...shims, ...modules }),
    ],
    metafile: true,
  });
  await esbuild.stop();
  return metafile;
};

/** @param {Error & { readonly code?: string, readonly errors?: unknown }} error */
const fail = (error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND')
    console.error('Lectern is not built here and esbuild is not installed: run `npm ci` and then `npm run build`');
  // esbuild has printed a compile error with its location in the source.
  else if (error.errors === undefined) throw error;
  process.exit(1);
};

// Without await: the Serverless Framework loads this module from CommonJS, which does not allow top-level await.
if (process.argv[1] === import.meta.filename)
  (process.argv.includes('functions') ? buildFunctions() : build(['start', 'lectern'])).catch(fail);
