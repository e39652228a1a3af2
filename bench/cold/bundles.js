// @ts-check
// Builds the bundles to measure: every deployed function, with a module that exports `ready`, and the driver alone.
import { statSync } from 'node:fs';
import * as esbuild from 'esbuild';
import { buildFunctions, functionNames } from '../../bin/build.js';
import { bundling, given, required } from '../../bin/bundling.js';
import { platformUrl } from '../../bin/shims.js';

const outdir = 'dist/bench/cold';

/** @type {Readonly<Record<string, string>>} */
const readying = {
  find: 'bench/cold/reading.ts',
  findOne: 'bench/cold/reading.ts',
  create: 'bench/cold/writing.ts',
  update: 'bench/cold/writing.ts',
  delete: 'bench/cold/reading.ts',
};

/** The names of the functions that serve content; only these have goals. */
export const content = Object.keys(readying);

export const floor = 'the driver alone';

/**
 * Builds the bundles for the sample site in its default configuration.
 *
 * @returns {Promise<readonly { readonly name: string, readonly file: string, readonly bytes: number }[]>} the floor, the
 *   functions that serve content, the others
 */
export const buildBundles = async () => {
  const names = [...content, ...functionNames().filter((name) => !content.includes(name))];
  const env = { CONTENT_TYPES: 'content-types' };
  await buildFunctions({ env, names, outdir, beside: (name) => readying[name] ?? 'bench/cold/site.ts' });
  await esbuild.build({
    ...bundling,
    entryPoints: { 'driver/index': 'bench/cold/driver.ts' },
    outdir,
    plugins: [required, given(platformUrl)],
  });
  await esbuild.stop();
  return [{ name: floor, folder: 'driver' }, ...names.map((name) => ({ name, folder: name }))].map(
    ({ name, folder }) => {
      const file = `${outdir}/${folder}/index.mjs`;
      return { name, file, bytes: statSync(file).size };
    },
  );
};
