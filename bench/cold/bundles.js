// @ts-check
// Builds the bundles to measure: every deployed function, with a module that exports `ready`, and the driver alone.
import { statSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { buildFunctions, functionNames } from '../../bin/buildFunctions.js';
import { bundleOptions, replaceModules, requireNodeModules } from '../../bin/bundling.js';
import { urlModule } from '../../bin/shims.js';

const outdir = 'dist/bench/cold';

/** @type {Readonly<Record<string, string>>} */
const readyModules = {
  find: 'bench/cold/reading.ts',
  findOne: 'bench/cold/reading.ts',
  create: 'bench/cold/writing.ts',
  update: 'bench/cold/writing.ts',
  delete: 'bench/cold/reading.ts',
};

/** The names of the functions that serve content; only these have goals. */
export const contentFunctions = Object.keys(readyModules);

export const floorName = 'the driver alone';

/**
 * Builds the bundles for the sample site in its default configuration.
 *
 * @returns {Promise<readonly { readonly name: string, readonly file: string, readonly bytes: number }[]>} the floor, the
 *   functions that serve content, the others
 */
export const buildBundles = async () => {
  const names = [...contentFunctions, ...functionNames().filter((name) => !contentFunctions.includes(name))];
  const env = { CONTENT_TYPES: 'content-types' };
  await buildFunctions({ env, names, outdir, beside: (name) => readyModules[name] ?? 'bench/cold/site.ts' });
  await esbuild.build({
    ...bundleOptions,
    entryPoints: { 'driver/index': 'bench/cold/driver.ts' },
    outdir,
    plugins: [requireNodeModules, replaceModules(urlModule)],
  });
  await esbuild.stop();
  return [{ name: floorName, folder: 'driver' }, ...names.map((name) => ({ name, folder: name }))].map(
    ({ name, folder }) => {
      const file = `${outdir}/${folder}/index.mjs`;
      return { name, file, bytes: statSync(file).size };
    },
  );
};
