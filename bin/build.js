// @ts-check
// Builds and loads Lectern's programs, one file in dist/ each.
import console from 'node:console';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { prepareEditor } from './buildEditor.js';
import { withEsbuild } from './esbuild.js';
import { hashSources } from './inputs.js';
import { isClone, outputFolder, packageRoot, projectRoot } from './roots.js';
import { mapStackTraces } from './sourceMaps.js';
import { copySwaggerUi } from './swaggerUi.js';
import { buildVendored, vendoredImports } from './vendored.js';

/** The programs and their entry files. */
export const programs = {
  start: 'cli/start/main.ts',
  workers: 'cli/start/workers.ts',
  lectern: 'cli/main.ts',
  dev: 'cli/dev/main.ts',
  offline: 'cli/dev/offline.ts',
  bundle: 'cli/bundle/main.ts',
  editor: 'lib/server/editor/index.ts',
  staticFiles: 'cli/dev/staticFiles.ts',
  // What projects import: `lectern` and `lectern/testing`.
  index: 'lib/platform/lectern.ts',
  testing: 'cli/testing/index.ts',
};

/** @typedef {keyof typeof programs} Program */

/** @param {Program} name */
const outputOf = (name) => join(packageRoot, 'dist', `${name}.mjs`);

/** Files and folders whose content decides about the programs. */
const sources = ['bin', 'cli', 'functions', 'lib', 'package-lock.json', 'package.json', 'tsconfig.json'];

/**
 * Loads `graphql` where the code that imports it runs first: esbuild would import it at the start of a program that is one file.
 *
 * @type {import('esbuild').Plugin}
 */
const lateGraphql = {
  name: 'late-graphql',
  setup: (builder) => {
    builder.onResolve({ filter: /^graphql$/ }, ({ path }) => ({ path, namespace: 'late' }));
    builder.onLoad({ filter: /^graphql$/, namespace: 'late' }, () => {
      const names = Object.keys(/** @type {object} */ (createRequire(import.meta.url)('graphql')));
      const contents = `import { createRequire } from 'node:module';
        export const { ${names.join(', ')} } = createRequire(import.meta.url)('graphql');`;
      return { contents };
    });
  },
};

/** The last lines of a program that was built from these sources. It is part of the file, so that both change at once. */
const footer = () => `// Built from ${hashSources(packageRoot, sources)}`;

/**
 * Writes files so that a process that is reading one of them gets either its old or its new content.
 *
 * @param {readonly { readonly path: string, readonly contents: Uint8Array }[]} files
 */
export const writeOutput = async (files) => {
  for (const { path, contents } of files) {
    await mkdir(dirname(path), { recursive: true });
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  }
};

/**
 * Builds programs into `dist/<name>.mjs` with source maps; packages are not bundled.
 *
 * @param {readonly Program[]} names
 * @param {{ readonly splitting?: boolean, readonly vendored?: boolean }} [options] `splitting`: what several programs contain
 *   is in `dist/chunks/` once; `vendored`: they also run where development packages are missing (`buildVendored`)
 * @throws Error when the source does not compile; esbuild then prints the reason on stderr
 */
export const build = async (names, { splitting = false, vendored = false } = {}) => {
  if (vendored) await buildVendored();
  // Before esbuild reads the sources: one that changes meanwhile has another hash at the next start.
  const js = footer();
  const { outputFiles } = await withEsbuild((esbuild) =>
    esbuild.build({
      absWorkingDir: packageRoot,
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
        footer: { js },
      },
      ...{ splitting, chunkNames: 'chunks/[hash]' },
      plugins: [...(vendored ? [vendoredImports] : []), ...(splitting ? [] : [lateGraphql])],
      logLevel: 'warning',
      write: false,
    }),
  );
  await writeOutput(outputFiles);
};

/**
 * Builds the programs whose sources have changed since they were built.
 *
 * @param {readonly Program[]} names
 * @throws Error like `build`
 */
export const buildOutdated = async (names) => {
  const end = footer();
  const isOutdated = (/** @type {Program} */ name) =>
    !existsSync(outputOf(name)) || !readFileSync(outputOf(name), 'utf8').includes(end);
  const outdated = names.filter(isOutdated);
  if (outdated.length > 0) await build(outdated);
};

/** Whether the programs are built here: not in the package, and not where esbuild is not installed, as in a container. */
const canBuild = isClone && existsSync(join(packageRoot, 'node_modules/esbuild'));

const mapPrograms = () => {
  mapStackTraces(pathToFileURL(join(packageRoot, 'dist/')).href);
  mapStackTraces(pathToFileURL(join(projectRoot, outputFolder, 'extensions.mjs')).href);
};

/**
 * Imports a program. In a clone, builds it first, unless no source has changed.
 *
 * @param {Program} name
 * @param {{ readonly built?: boolean, readonly mapped?: boolean }} [options] `built`: the program was built just now;
 *   `mapped`: stack traces of this process name source files
 * @returns {Promise<unknown>} the exports of the program
 */
export const loadProgram = async (name, { built = false, mapped = true } = {}) => {
  const prebuilt = canBuild ? built : existsSync(outputOf(name));
  if (!prebuilt) await buildOutdated([name]).catch(exitOnBuildError);
  if (mapped) mapPrograms();
  return import(pathToFileURL(outputOf(name)).href);
};

/**
 * Ends this process because something could not be built.
 *
 * @param {Error & { readonly code?: string, readonly errors?: unknown }} error
 * @returns {never}
 */
export const exitOnBuildError = (error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND')
    console.error('Lectern is not built here and esbuild is not installed: run `npm ci` and then `npm run build`');
  // esbuild has printed a compile error with its location in the source.
  else if (error.errors === undefined) {
    if (error.code === undefined) throw error;
    console.error(error.message); // of a file that cannot be read or written
  }
  process.exit(1);
};

// Without await: the Serverless Framework loads this module from CommonJS, which does not allow top-level await.
if (process.argv[1] === import.meta.filename) {
  copySwaggerUi();
  Promise.all([build(['start', 'workers', 'lectern'], { vendored: true }), prepareEditor()]).catch(exitOnBuildError);
}
