// `npm run bench search`: compares the quality of Lectern's search with other engines, its speed with `_q`, the time of writes with
// and without an index, and how fast the relay indexes a bulk, and writes `bench/search.md`. `quality`, `speed`, `writes` or `indexing` as the
// next argument does only that. LECTERN_BENCH_DATA names a folder that keeps the databases of `speed` between runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startMongod } from '../../cli/mongod/index.ts';
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { openLoadClient, type LoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { logProgress } from '../progress.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, type ProductSite } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { makeCorpus } from './corpus.ts';
import { contentTypes, loadEntries, speedTypes, type EntryText } from './entries.ts';
import { bulkKinds, measureIndexing, type IndexingRow } from './indexing.ts';
import { indexingReport } from './indexingReport.ts';
import { judge } from './judge.ts';
import { addGerman, openLectern, waitForIndex } from './lectern.ts';
import { openMiniSearch } from './miniSearch.ts';
import { qualityReport } from './qualityReport.ts';
import { measureSpeed, type SpeedRow } from './speed.ts';
import { speedReport } from './speedReport.ts';
import { openSpeedSite } from './speedSites.ts';
import { openTextIndex } from './textIndex.ts';
import { measureWrites } from './writes.ts';
import { writesReport } from './writesReport.ts';
import { zipfTextAt } from './zipfTexts.ts';

const { growth, rounds, seconds, dataFolder, profile, cases } = optionsOf(process.env);
const results = process.env.LECTERN_BENCH_RESULTS ?? 'bench/search.md';
const writeDocuments = 2_000;
/** Documents of a bulk. */
const bulkDocuments = Number(process.env.LECTERN_BENCH_DOCUMENTS ?? 100_000);
const withoutSearch = { search: { enabled: false } };

interface Bench {
  readonly uri: string;
  readonly schema: Schema;
  /** The load average before the run. */
  readonly busy: number;
  readonly client: LoadClient;
  readonly ending: Shutdown;
}

interface Texts {
  readonly count: number;
  readonly textAt: (index: number) => EntryText;
}

const openEntries = async (
  { uri, schema, ending }: Bench,
  texts: Texts,
  configuration?: string,
): Promise<ProductSite> => {
  logProgress(`Loading ${texts.count} entries`);
  const site = await openProductSite({
    ...{ uri, schema, contentTypes, documents: texts.count },
    load: (db) => loadEntries(db, schema, texts),
    ...(configuration === undefined ? {} : { configuration }),
  });
  ending.add(site.close);
  return site;
};

const benchQuality = async (bench: Bench): Promise<void> => {
  const corpus = makeCorpus();
  const { documents } = corpus;
  const site = await openEntries(bench, {
    count: documents.length,
    textAt: (index) => documents[index] as EntryText, // `index` is below `count`
  });
  await addGerman(site);
  await waitForIndex(site, ['en', 'de']);
  const engines = [openLectern(site), await openTextIndex(site.db, documents), openMiniSearch(documents)];
  const titles = engines.map(({ title }) => title);
  const section = qualityReport(titles, documents.length, await judge(corpus, engines));
  console.log(section);
  await writeSection(results, section);
};

const benchWrites = async (bench: Bench): Promise<void> => {
  const { ending, busy, client } = bench;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = join(folder, 'lectern.json');
  await writeFile(configuration, JSON.stringify(withoutSearch));
  const texts = { count: writeDocuments, textAt: zipfTextAt };
  const off = await openEntries(bench, texts, configuration);
  const on = await openEntries(bench, texts);
  await waitForIndex(on, ['en']);
  const rows = await measureWrites(client, { on, off }, { rounds, seconds });
  const section = writesReport(rows, await machineOf(on.db, busy));
  console.log(section);
  await writeSection(results, section);
};

const benchSpeed = async ({ uri, ending, busy, client }: Bench): Promise<void> => {
  const { schema } = await loadSchema(speedTypes);
  const rows: SpeedRow[] = [];
  for (const count of growth) {
    const site = await openSpeedSite(uri, schema, count, dataFolder !== undefined);
    ending.add(site.close);
    rows.push(await measureSpeed(client, site, { rounds, seconds }));
    const section = speedReport(rows, await machineOf(site.db, busy));
    console.log(section);
    await writeSection(results, section);
  }
};

const benchIndexing = async ({ uri, ending, busy }: Bench): Promise<void> => {
  const rows: IndexingRow[] = [];
  for (const kind of bulkKinds)
    if (cases?.some((one) => kind.title.includes(one)) ?? true) {
      logProgress(`Indexing ${kind.title}`);
      rows.push(await measureIndexing(uri, kind, bulkDocuments, profile));
    }
  const client = await new MongoClient(uri).connect();
  ending.add(() => client.close());
  const section = indexingReport(rows, await machineOf(client.db(), busy));
  console.log(section);
  await writeSection(results, section);
};

const benches = { quality: benchQuality, speed: benchSpeed, writes: benchWrites, indexing: benchIndexing };

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ ...(dataFolder === undefined ? {} : { dataDir: dataFolder }), log: logProgress });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const client = openLoadClient();
  ending.add(client.close);
  for (const [name, run] of Object.entries(benches))
    if ((process.argv[3] ?? name) === name) await run({ uri: mongod.uri, schema, busy, client, ending });
};

await runBenchmark(bench);
