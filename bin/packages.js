// @ts-check
// Puts the packages that functions load with `import()` beside their bundles: a function reads one when a request needs it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { bundleOptions, modulePath, requireNodeModules } from './bundling.js';
import { projectRoot } from './roots.js';
import { vendoredClients } from './vendored.js';

/** The folder of the files, beside the bundle of a function. */
export const packagesFolder = 'packages';

/** `./packages/orama-stemmers-german.mjs` for `@orama/stemmers/german`. */
const fileOf = (/** @type {string} */ specifier) =>
  `./${packagesFolder}/${specifier.replace('@', '').replaceAll('/', '-')}.mjs`;

const isOwn = (/** @type {string} */ path) => /^(?:lib|functions)\//.test(modulePath(path));

/** Says that a package is being resolved already. */
const resolving = {};

/**
 * Leaves out of the bundles the packages that modules of Lectern load with `import()`. What they export is as in Node: a package in
 * CommonJS has its exports in `default`.
 *
 * @param {Map<string, string>} found gets the path of each package's module, by the path that the bundles import
 * @returns {import('esbuild').Plugin}
 */
export const separatePackages = (found) => ({
  name: 'packages',
  setup: (build) => {
    build.onResolve({ filter: /^[@a-z]/ }, async ({ path: specifier, pluginData, ...from }) => {
      if (from.kind !== 'dynamic-import' || pluginData === resolving || !isOwn(from.importer)) return undefined;
      const resolved = await build.resolve(specifier, { ...from, pluginData: resolving });
      if (resolved.external || resolved.errors.length > 0) return resolved;
      const path = fileOf(specifier);
      // The clients of AWS as ES modules: those in CommonJS have no names but `default`.
      found.set(path, resolved.path.replace(/(?<=@aws-sdk.*)dist-cjs/, 'dist-es'));
      return { path, external: true };
    });
  },
});

/**
 * Builds the packages that each bundle imports, beside it.
 *
 * @param {typeof import('esbuild')} esbuild
 * @param {import('esbuild').Metafile} metafile of the bundles
 * @param {ReadonlyMap<string, string>} found from `separatePackages`
 * @param {string} outdir relative to the project
 * @param {readonly string[]} names of the functions: the files of earlier builds are removed
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the contents of the files
 */
export const buildPackages = async (esbuild, { outputs }, found, outdir, names) => {
  const folder = join(resolve(projectRoot, outdir), packagesFolder);
  const { metafile: built, outputFiles } = await esbuild.build({
    ...bundleOptions,
    entryPoints: [...found].map(([path, source]) => ({ out: path.slice(packagesFolder.length + 3, -4), in: source })),
    // The clients of AWS as ES modules, whose common parts are in chunks.
    ...{ mainFields: ['module', 'main'], splitting: true, chunkNames: 'chunks/[hash]' },
    ...{ outdir: folder, write: false, metafile: true },
    plugins: [vendoredClients, requireNodeModules],
  });
  const toName = (/** @type {string} */ path) => relative(folder, resolve(projectRoot, path)).replaceAll(sep, '/');
  const byName = new Map(Object.entries(built.outputs).map(([path, output]) => [toName(path), output]));
  const contents = new Map(outputFiles.map((file) => [toName(file.path), file.contents]));
  /** @type {import('esbuild').Metafile['outputs']} */
  const written = {};
  for (const name of names) {
    const beside = join(resolve(projectRoot, outdir), name, packagesFolder);
    rmSync(beside, { recursive: true, force: true });
    const bundle = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`))?.[1];
    const files = new Set(
      (bundle?.imports ?? []).flatMap(({ path }) => (found.has(path) ? [path.slice(packagesFolder.length + 3)] : [])),
    );
    // A set visits what is added to it meanwhile.
    for (const file of files) {
      const output = byName.get(file);
      if (output === undefined) continue;
      for (const { path, external } of output.imports) if (external !== true) files.add(toName(path));
      mkdirSync(dirname(join(beside, file)), { recursive: true });
      writeFileSync(join(beside, file), contents.get(file) ?? '');
      written[`${outdir}/${name}/${packagesFolder}/${file}`] = output;
    }
  }
  return written;
};
