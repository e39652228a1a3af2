// `npm run bench sizes`: measures sites of 1, 3 and 10 million small documents, or as many as LECTERN_BENCH_SIZES says, and writes the
// table of what grows. Ten million need 40 GB in LECTERN_BENCH_DATA, or the system's folder for temporary files. With MONGODB_URI the
// databases stay, and LECTERN_BENCH_STEPS names the steps to measure again: `fill`, `index`, `serve`, `commands` and `restore`.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import { machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { logProgress } from '../progress.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { buildIndexes, fill } from './fill.ts';
import { measureCommands, measureServed } from './measureSite.ts';
import { measureIn, readRows } from './rows.ts';
import { sizesReport } from './sizesReport.ts';

const contentTypes = resolve('bench/sizes/content-types');
const sizes = (process.env.LECTERN_BENCH_SIZES ?? '1000000,3000000,10000000').split(',').map(Number);
const steps = (process.env.LECTERN_BENCH_STEPS ?? 'fill,index,serve,commands,restore').split(',');
/** Where the table goes, unless LECTERN_BENCH_RESULTS names a file. */
const results = process.env.LECTERN_BENCH_RESULTS ?? 'bench/sizes.md';
const requestCount = 100;

const databaseOf = (client: MongoClient, documents: number): Db => client.db(`lectern-sizes-${documents}`);

const measureSize = async (uri: string, db: Db, schema: Schema, documents: number): Promise<void> => {
  logProgress(`${documents} documents`);
  const measure = measureIn(db);
  if (steps.includes('fill')) {
    await db.dropDatabase();
    await fill(db, documents, measure);
  }
  if (steps.includes('index')) await buildIndexes(db, schema, documents, measure);
  if (steps.includes('serve')) {
    const load = (): Promise<void> => Promise.resolve();
    const site = await openProductSite({
      ...{ uri, schema, contentTypes, documents, load, keptDatabase: db.databaseName },
    });
    try {
      await measureServed(measure, site, Math.min(requestCount, documents / 10));
    } finally {
      await site.close();
    }
  }
  if (steps.includes('commands'))
    await measureCommands(measure, db, { uri, contentTypes, documents, restores: steps.includes('restore') });
};

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  const { mongodbUri } = optionsOf(process.env);
  const { schema } = await loadSchema(contentTypes);
  let uri = mongodbUri;
  if (uri === undefined) {
    const mongod = await startMongod({ log: logProgress, tempDir: process.env.LECTERN_BENCH_DATA });
    ending.add(mongod.stop);
    ({ uri } = mongod);
  }
  const client = await new MongoClient(uri).connect();
  ending.add(() => client.close());
  for (const documents of sizes) await measureSize(uri, databaseOf(client, documents), schema, documents);
  const measured = await Promise.all(
    sizes.map(async (documents) => ({ documents, rows: await readRows(databaseOf(client, documents)) })),
  );
  const page = sizesReport(measured, await machineOf(client.db(), busy));
  console.log(page);
  await writeSection(results, page);
};

await runBenchmark(bench);
