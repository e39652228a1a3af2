// `npm run bench agents`: measures the function `mcp` on a site of 3 and of 150 content types with 60 attributes each, in a process with
// the heap of a function of 512 MB; `agents N`: N calls of each kind.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { buildFunctions } from '../../bin/buildFunctions.js';
import { everyType } from '../../lib/platform/access/index.ts';
import { openDatabase, prepareIndexes } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { largeSite } from '../../tests/mcp/largeSite.ts';
import { createBenchToken, tokenSecret } from '../benchToken.ts';
import { machineOf, type Machine } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { logProgress } from '../progress.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { withDatabase } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { agentsReport, type AgentsRun } from './agentsReport.ts';

const run = promisify(execFile);
const calls = Number(process.argv[3] ?? 500);
const typeCounts = [3, 150];
/** Of the 512 MB, the rest is for the process itself. */
const heapMegabytes = 384;

/** Of a token that may do nothing else, on every type. */
const permissions = ['find', 'findOne', 'create', 'update', 'versions', 'review'].map(
  (action) => `${everyType}.${action}`,
);

const writeTypes = async (folder: string, count: number): Promise<void> => {
  for (const [name, text] of Object.entries(largeSite(count))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
};

const bench = async (ending: Shutdown): Promise<void> => {
  const { results } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: logProgress });
  ending.add(mongod.stop);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = join(folder, 'lectern.json');
  // The calls are more than one agent may make.
  await writeFile(configuration, JSON.stringify({ agents: { writesPerSession: 1_000_000, costPerHour: 10_000_000 } }));
  const runs: AgentsRun[] = [];
  let machine: Machine | undefined;
  for (const types of typeCounts) {
    const contentTypes = join(folder, String(types));
    await writeTypes(contentTypes, types);
    const outdir = `dist/bench/agents/${types}`;
    await buildFunctions({
      env: { CONTENT_TYPES: contentTypes, LECTERN_CONFIG: configuration },
      names: ['mcp'],
      outdir,
    });
    const uri = withDatabase(mongod.uri, `agents${types}`);
    const { schema } = await loadSchema(contentTypes);
    const database = openDatabase(uri);
    const db = await database.get();
    machine ??= await machineOf(db, busy);
    logProgress(`${types} types: creating indexes`);
    await prepareIndexes(db, schema);
    const token = await createBenchToken(db, permissions);
    await database.close();
    logProgress(`${types} types: ${calls} calls of each kind`);
    const file = pathToFileURL(resolve(outdir, 'mcp/index.mjs')).href;
    const args = [`--max-old-space-size=${heapMegabytes}`, '--expose-gc', 'bench/agents/callTools.js'];
    const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: tokenSecret };
    const { stdout } = await run(process.execPath, [...args, file, token, String(types), String(calls)], {
      ...{ env, maxBuffer: 64 * 1024 * 1024 },
    });
    // The lines before are the log.
    const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<AgentsRun, 'types'>; // callTools.js writes this
    runs.push({ types, ...result });
  }
  await esbuild.stop();
  if (machine === undefined) return;
  const section = agentsReport(runs, { calls, heapMegabytes }, machine);
  console.log(section);
  await writeSection(results, section);
};

await runBenchmark(bench);
