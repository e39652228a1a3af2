// @ts-check
// `npm run bench`: builds the product and the benchmarks, and runs the main one. `npm run bench NAME` runs another one: `upload`,
// `import`, `bulk`, `connections`, `editor`, `extensions`, `fairness`, `hot` (one document), `profile` (where the time of a request
// goes), `cold`, `search`, `strapi` or `totals` (after a seed).
import { dirname } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { build } from '../bin/build.js';

const root = dirname(import.meta.dirname);
process.chdir(root);

await build(['start', 'lectern']);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: {
    main: 'bench/main.ts',
    upload: 'bench/upload/main.ts',
    import: 'bench/import/main.ts',
    bulk: 'bench/bulk/main.ts',
    profile: 'bench/profile/main.ts',
    cold: 'bench/cold/main.ts',
    floor: 'bench/floor/main.ts',
    load: 'bench/load/worker.ts',
    connections: 'bench/connections/main.ts',
    editor: 'bench/editor/main.ts',
    extensions: 'bench/extensions/main.ts',
    fairness: 'bench/fairness/main.ts',
    'extensions.module': 'bench/extensions/module.ts',
    hot: 'bench/hot/main.ts',
    'hot.module': 'bench/hot/module.ts',
    strapi: 'bench/strapi/main.ts',
    search: 'bench/search/main.ts',
    totals: 'bench/totals/main.ts',
    'strapi.server': 'bench/strapi/server.ts',
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
const names = [
  'upload',
  'import',
  'bulk',
  'connections',
  'editor',
  'extensions',
  'fairness',
  'hot',
  'profile',
  'cold',
  'strapi',
  'search',
  'totals',
];
const name = names.find((one) => one === process.argv[2]) ?? 'main';
await import(pathToFileURL(`${root}/dist/bench/${name}.mjs`).href);
