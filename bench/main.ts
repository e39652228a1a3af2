// Runs the benchmark: loads the documents, starts product and floor, compares their answers and then their speed.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import type { Shutdown } from '../cli/dev/shutdown.ts';
import { startMongod } from '../cli/mongod/index.ts';
import { loadSchema } from '../lib/schema/index.ts';
import { reads, writes, type Case } from './cases/index.ts';
import { meanBytes } from './data/load.ts';
import { explainCase, type ExplainRow } from './explain.ts';
import { measureGrowth, type GrowthRow } from './growth.ts';
import { openLoadClient, type LoadClient } from './load/client.ts';
import { machineOf } from './machine.ts';
import { compare } from './measure.ts';
import { optionsOf, type Options } from './options.ts';
import { resetPeak, peakMegabytes } from './processes.ts';
import { elapsedMinutes, logProgress } from './progress.ts';
import { reportOf, type CaseRow, type Peak } from './report.ts';
import { runBenchmark } from './runBenchmark.ts';
import { writeSection } from './writeSection.ts';
import { openSite, type Site, type SiteOptions } from './site.ts';
import { verify } from './verify.ts';

const contentTypes = resolve('bench/content-types');
const connectionCounts = [1, 16];

const mongodbUri = async ({ mongodbUri: configuredUri }: Options, ending: Shutdown): Promise<string> => {
  if (configuredUri !== undefined) return configuredUri;
  const mongod = await startMongod({ log: logProgress });
  ending.add(mongod.stop);
  return mongod.uri;
};

/** Collects the memory peaks of the product's processes over the whole run, because each measurement resets the peak. */
class Peaks {
  private readonly peaks = new Map<number, number>();

  async of({ product, documents }: Site): Promise<number | undefined> {
    const peak = await peakMegabytes(product.pid);
    if (peak !== undefined) this.peaks.set(documents, Math.max(peak, this.peaks.get(documents) ?? 0));
    await resetPeak(product.pid);
    return peak;
  }

  all(): readonly Peak[] {
    return [...this.peaks].map(([documents, megabytes]) => ({ documents, megabytes }));
  }
}

interface Run {
  readonly options: Options;
  readonly client: LoadClient;
  readonly peaks: Peaks;
  readonly ending: Shutdown;
}

const measureCase = async (test: Case, site: Site, { options, client, peaks }: Run): Promise<readonly CaseRow[]> => {
  const variants = await test.variants(site);
  const row = { name: test.name, title: test.title };
  if (variants.length === 0) logProgress(`${test.title}: not supported yet`);
  await verify(test, variants, site);
  const rows: CaseRow[] = [];
  for (const connections of connectionCounts) {
    if (variants.length === 0) {
      rows.push({ ...row, connections, comparison: undefined, peakMegabytes: undefined });
      continue;
    }
    await peaks.of(site);
    const comparison = await compare(client, site, { test, variants }, connections, options);
    rows.push({ ...row, connections, comparison, peakMegabytes: await peaks.of(site) });
    const { product, floor, p50Ratio, throughputRatio } = comparison;
    logProgress(
      `${test.title}, ${connections} connections: ${product.perSecond.toFixed(0)} a second, floor ${floor.perSecond.toFixed(0)} ` +
        `(${throughputRatio.toFixed(2)}×); p50 ${product.p50.toFixed(2)} ms, floor ${floor.p50.toFixed(2)} (${p50Ratio.toFixed(2)}×)`,
    );
  }
  return rows;
};

const measureCases = async (cases: readonly Case[], site: Site, run: Run): Promise<readonly CaseRow[]> => {
  const { cases: selected } = run.options;
  const rows: CaseRow[] = [];
  for (const test of cases)
    if (selected?.includes(test.name) ?? true) rows.push(...(await measureCase(test, site, run)));
  return rows;
};

const open = async (options: SiteOptions, ending: Shutdown): Promise<Site> => {
  logProgress(`Loading ${options.documents} articles`);
  const site = await openSite(options);
  ending.add(site.close);
  return site;
};

const explainCases = async (site: Site, { schema }: SiteOptions): Promise<readonly ExplainRow[]> => {
  const rows: ExplainRow[] = [];
  for (const test of reads) {
    const [variant] = await test.variants(site);
    if (variant !== undefined) rows.push(...(await explainCase(test, variant, site.db, schema)));
  }
  return rows;
};

const growthOf = async (main: Site, siteOptions: SiteOptions, run: Run): Promise<readonly GrowthRow[]> => {
  const sites: Site[] = [];
  for (const documents of run.options.growth)
    sites.push(documents === main.documents ? main : await open({ ...siteOptions, documents }, run.ending));
  if (sites.length > 0) logProgress(`Growth, at ${sites.map(({ documents }) => documents).join(', ')} articles`);
  const rows = await measureGrowth(run.client, sites, run.options);
  for (const site of sites) await run.peaks.of(site);
  return rows;
};

const bench = async (options: Options, ending: Shutdown): Promise<void> => {
  const unknown = options.cases?.find((name) => ![...reads, ...writes].some((test) => test.name === name));
  if (unknown !== undefined) throw new Error(`There is no case ${unknown}`);
  const busy = loadavg()[0] ?? 0;
  const { schema } = await loadSchema(contentTypes);
  const uri = await mongodbUri(options, ending);
  const { documents, profile } = options;
  const siteOptions = { uri, schema, contentTypes, documents, profile };
  const site = await open(siteOptions, ending);
  const machine = await machineOf(site.db, busy);
  const client = openLoadClient();
  ending.add(client.close);
  const run = { options, client, peaks: new Peaks(), ending };

  const explained = await explainCases(site, siteOptions);
  const readRows = await measureCases(reads, site, run);
  const growth = await growthOf(site, siteOptions, run);
  // Writes come last: reads would count and return the new documents.
  const writeRows = await measureCases(writes, site, run);

  const page = reportOf({
    ...{ machine, options, growth, explained, meanBytes: meanBytes() },
    rows: [...readRows, ...writeRows],
    peaks: run.peaks.all(),
    minutes: elapsedMinutes(),
  });
  await writeSection(options.results, page);
  logProgress(`Written to ${options.results}`);
};

await runBenchmark((ending) => bench(optionsOf(process.env), ending));
