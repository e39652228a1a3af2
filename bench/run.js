// @ts-check
// `npm run bench -- --help` lists the benchmarks. Builds the product and the benchmarks, and runs the one that is named.
import { dirname } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { build } from '../bin/build.js';

/** The benchmarks by name, with what each measures; `main` runs without a name. */
const benchmarks = {
  main: 'reads and writes beside hand-written queries of the same driver (9 minutes)',
  agents: 'calls of agents on sites of 3 and 150 content types: CPU time and memory; `agents N`: N calls of each kind',
  bulk: 'bulk requests and `lectern seed` beside `insertMany`',
  cold: 'cold starts beside the driver alone',
  connections: '1,000 open connections',
  counts: 'filtered lists with their total, counted and remembered; `counts N`: of N documents',
  editor: 'the editor in a browser: first load, typing, pastes, a long list',
  extensions: 'requests and cold starts with extensions and without',
  fairness: 'reads while others send costly ones',
  graphql: 'lists through GraphQL beside REST and beside Strapi, which it installs; the schema of 150 content types',
  hot: 'many requests at once that change one document',
  import: 'the import of an archive; `import N`: of N documents',
  polling: 'CPU time of what looks for work, and of a change stream',
  profile: 'CPU time and commands of a request, and where the time goes',
  reservations: 'what reserved values, for content types on several shards, cost a write',
  search:
    'searches: quality, speed, writes beside them, and bulks; `search quality|speed|writes|indexing`: one of them',
  sizes: 'sites of 1, 3 and 10 million documents: which costs grow',
  strapi: 'the same requests on Lectern and on a Strapi that it installs',
  totals: 'a list with its total before and after a seed; `totals N`: of N documents',
  upload: 'uploads of pictures',
};

/** Programs that benchmarks start. */
const started = {
  floor: 'bench/floor/main.ts',
  load: 'bench/load/worker.ts',
  'extensions.module': 'bench/extensions/module.ts',
  'graphql.schema': 'bench/graphql/schema.ts',
  'hot.module': 'bench/hot/module.ts',
  'strapi.server': 'bench/strapi/server.ts',
};

const help = `Usage: npm run bench [NAME]

Runs a benchmark on this machine, and writes a section of bench/results.md, search.md, sizes.md or strapi.md.
Close other programs first.

${Object.entries(benchmarks)
  .map(([name, about]) => `  ${(name === 'main' ? '' : name).padEnd(12)} ${about}`)
  .join('\n')}

Variables:
  LECTERN_BENCH_SECONDS, LECTERN_BENCH_ROUNDS    how long and how often each number is measured
  LECTERN_BENCH_DOCUMENTS, LECTERN_BENCH_GROWTH  how many articles
  LECTERN_BENCH_CASES=one,update                 only these cases
  LECTERN_BENCH_RESULTS=FILE                     where the section goes
  LECTERN_BENCH_DATA=FOLDER                      keeps the databases of "search speed" for the next run; has those of "sizes"
  LECTERN_BENCH_SIZES=20000,200000               the numbers of documents of "sizes"
  LECTERN_BENCH_STEPS=serve,commands             only these steps of "sizes", of fill, index, serve, commands, restore
  MONGODB_URI                                    a mongod to use; without it, one is started
`;

const name = process.argv[2] ?? 'main';
if (name === '--help' || name === '-h') {
  process.stdout.write(help);
  process.exit();
}
if (!Object.hasOwn(benchmarks, name)) {
  process.stderr.write(`There is no benchmark "${name}".\n\n${help}`);
  process.exit(1);
}

const root = dirname(import.meta.dirname);
process.chdir(root);

await build(['start', 'lectern']);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: {
    ...Object.fromEntries(
      Object.keys(benchmarks).map((one) => [one, one === 'main' ? 'bench/main.ts' : `bench/${one}/main.ts`]),
    ),
    ...started,
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
await import(pathToFileURL(`${root}/dist/bench/${name}.mjs`).href);
