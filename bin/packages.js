// @ts-check
// Puts the stemmers of the search beside the bundles of the functions that search: a function reads one when a locale needs it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './bundling.js';

/** The folder of the files, beside the bundle of a function. */
export const stemmersFolder = 'stemmers';

/** What lib/search/text/languages.ts loads with `import()`. */
const stemmers = /^(?:@orama\/stemmers\/|wink-porter2-stemmer$)/;

const fileOf = (/** @type {string} */ specifier) => `./${stemmersFolder}/${specifier.split('/').at(-1)}.mjs`;

/**
 * Leaves the stemmers out of the bundles.
 *
 * @param {Map<string, string>} found gets the path of each stemmer in its package, by the path that the bundles import
 * @returns {import('esbuild').Plugin}
 */
export const separateStemmers = (found) => ({
  name: 'stemmers',
  setup: (build) => {
    build.onResolve({ filter: stemmers }, ({ kind, path: specifier }) => {
      if (kind !== 'dynamic-import') return undefined;
      const path = fileOf(specifier);
      found.set(path, fileURLToPath(import.meta.resolve(specifier)));
      return { path, external: true };
    });
  },
});

/**
 * Builds the stemmers that each bundle imports, beside it.
 *
 * @param {typeof import('esbuild')} esbuild
 * @param {import('esbuild').Metafile} metafile of the bundles
 * @param {ReadonlyMap<string, string>} found from `separateStemmers`
 * @param {string} outdir
 * @param {readonly string[]} names of the functions: the files of earlier builds are removed
 */
export const buildStemmers = async (esbuild, { outputs }, found, outdir, names) => {
  for (const name of names) rmSync(join(outdir, name, stemmersFolder), { recursive: true, force: true });
  const files = names.flatMap((name) => {
    const imports = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`))?.[1].imports ?? [];
    return imports.filter(({ path }) => found.has(path)).map(({ path }) => ({ out: join(name, path), path }));
  });
  await esbuild.build({
    ...bundleOptions,
    entryPoints: files.map(({ out, path }) => ({ out: out.replace(/\.mjs$/, ''), in: found.get(path) ?? '' })),
    outdir,
  });
};
