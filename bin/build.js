// @ts-check
// Bundles Lectern's TypeScript for Node: one file in dist/ per program.
import console from 'node:console';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { shims } from './shims.js';

const root = dirname(import.meta.dirname);

/** What can be run, and where each begins. */
const programs = {
  start: 'lib/server/main.ts',
  lectern: 'lib/cli/main.ts',
  dev: 'lib/dev/main.ts',
  bundle: 'lib/bundle/main.ts',
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

/** The names of the Lambda functions: a file of functions/ each, but for the tables of where they answer. */
export const functionNames = () =>
  readdirSync(join(root, 'functions'))
    .map((file) => basename(file, '.ts'))
    .filter((name) => !['paths', 'routes'].includes(name));

/** Its service is made, and connects, in the time that Lambda gives a function to begin. */
const entryOf = (/** @type {string} */ name) => `
  import { serviceFromEnvironment } from './lib/service.ts';
  export { handler } from './functions/${name}.ts';
  if (process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined) serviceFromEnvironment().catch(() => undefined);
`;

/** A file in the project, or in node_modules wherever that is. */
const placeOf = (/** @type {string} */ path) =>
  (path.includes('node_modules') ? path.slice(path.lastIndexOf('node_modules')) : relative(root, path)).replaceAll(
    sep,
    '/',
  );

/**
 * Entries by the names of their functions, and modules in the place of files.
 *
 * @param {Readonly<Record<string, string>>} modules in JavaScript, by the path of the file
 * @returns {import('esbuild').Plugin}
 */
export const given = (modules) => ({
  name: 'given',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^function:/ }, ({ path }) => ({
      path: path.slice('function:'.length),
      namespace: 'function',
    }));
    onLoad({ filter: /./, namespace: 'function' }, ({ path }) => ({ contents: entryOf(path), resolveDir: root }));
    onLoad({ filter: /\.(?:ts|m?js|json)$/ }, ({ path }) => {
      const contents = modules[placeOf(path)];
      return contents === undefined ? undefined : { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/** How functions are bundled, and what is measured beside them. @type {import('esbuild').BuildOptions} */
export const bundling = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node22', sourcemap: 'linked' },
  // Packages that are no ES modules ask for those of Node by `require`.
  banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
  external: [
    'sharp', // native: stands beside the bundle
    '@aws-sdk/client-ssm', // comes with Lambda, and is asked for secrets alone
    // What the driver would use if it were there.
    ...['@aws-sdk/credential-providers', '@mongodb-js/zstd', 'gcp-metadata', 'kerberos', 'mongodb-client-encryption'],
    ...['snappy', 'socks'],
  ],
  logLevel: 'warning',
};

/**
 * Builds Lambda functions into `<outdir>/<name>/index.mjs`: one file with all it needs, the content types and the
 * configuration among it, and its source map beside it.
 *
 * @param {{ readonly env?: NodeJS.ProcessEnv, readonly names?: readonly string[], readonly outdir?: string }} [options]
 *   `env`: names the content types and the configuration; `names`: of the functions, all by default
 * @returns {Promise<import('esbuild').Metafile>} what is in them
 * @throws Error with every fault of the content types or of the configuration, or when the source does not compile;
 *   esbuild has then told why on stderr
 */
export const buildFunctions = async ({
  env = process.env,
  names = functionNames(),
  outdir = 'dist/functions',
} = {}) => {
  const { modulesOf } = /** @type {typeof import('../lib/bundle/main.ts')} */ (await load('bundle'));
  const modules = await modulesOf(env);
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    ...bundling,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, `function:${name}`])),
    outdir,
    plugins: [given({ ...shims, ...modules })],
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
