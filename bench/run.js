// @ts-check
// `npm run bench`: builds the product and the benchmark and runs the latter. `npm run bench upload` runs the benchmark of uploads,
// `npm run bench:cold` that of cold starts.
import { dirname } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { build } from '../bin/build.js';

const root = dirname(import.meta.dirname);
process.chdir(root);

await build(['start']);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: {
    main: 'bench/main.ts',
    upload: 'bench/upload/main.ts',
    cold: 'bench/cold/main.ts',
    floor: 'bench/floor/main.ts',
    load: 'bench/load/worker.ts',
  },
  outdir: 'dist/bench',
  outExtension: { '.js': '.mjs' },
  ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20', sourcemap: true },
  // bin/ finds the project by its own location, so it must not be bundled.
  external: ['../../bin/*'],
  logLevel: 'warning',
});
await esbuild.stop();

process.setSourceMapsEnabled(true);
const name = ['upload', 'cold'].find((one) => one === process.argv[2]) ?? 'main';
await import(pathToFileURL(`${root}/dist/bench/${name}.mjs`).href);
