// `npm run bench extensions`: measures requests to a project with extensions and to the same project without, on one database, and the
// cold start of their functions. Writes the section of the page of results.
import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { buildFunctions } from '../../bin/buildFunctions.js';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { cases } from '../cases/index.ts';
import { measure } from '../cold/measure.ts';
import { openLoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { measureInTurn, p50Of, ratiosOf, summaryOf, type Contender } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, startProduct } from '../site.ts';
import { median } from '../statistics.ts';
import { writeSection } from '../writeSection.ts';
import { extensionsReport, type ColdRow, type RequestRow } from './extensionsReport.ts';

const contentTypes = resolve('bench/content-types');
const extensions = resolve('dist/bench/extensions.module.mjs');
const caseNames = ['one', 'list-sorted', 'create', 'update'];
const functionNames = ['find', 'create'];
const coldRounds = 15;

const { documents, results, rounds, seconds } = optionsOf(process.env);

/** Builds functions of the sample site with extensions, or without, and returns their files. */
const bundlesOf = async (
  name: string,
  project: { readonly LECTERN_EXTENSIONS?: string },
): Promise<readonly string[]> => {
  const outdir = `dist/bench/extensions.${name}`;
  await buildFunctions({
    env: { CONTENT_TYPES: 'content-types', ...project },
    names: functionNames,
    outdir,
    beside: (one) => (one === 'find' ? 'bench/cold/reading.ts' : 'bench/cold/writing.ts'),
  });
  return functionNames.map((one) => `${outdir}/${one}/index.mjs`);
};

const measureColdStarts = async (): Promise<readonly ColdRow[]> => {
  const [without, having] = [
    await bundlesOf('without', {}),
    await bundlesOf('with', { LECTERN_EXTENSIONS: extensions }),
  ];
  const times = await measure([...without, ...having], coldRounds);
  const measured = (file: string | undefined, at: number) => ({
    bytes: statSync(file ?? '').size,
    milliseconds: times[at]?.wall ?? NaN,
  });
  return functionNames.map((name, index) => ({
    name,
    without: measured(without[index], index),
    having: measured(having[index], without.length + index),
  }));
};

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  const cold = await measureColdStarts();
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents });
  ending.add(site.close);
  const extended = await startProduct(site.uri, { contentTypes, extensions });
  ending.add(extended.stop);
  const client = openLoadClient();
  ending.add(client.close);
  const rows: RequestRow[] = [];
  for (const test of cases.filter(({ name }) => caseNames.includes(name))) {
    const requests = (await test.variants(site)).map(({ product }) => product);
    const contenders: readonly Contender[] = [site.product, extended].map(({ url }) => ({
      url,
      requests,
      token: site.token,
    }));
    const [without = [], having = []] = await measureInTurn(client, contenders, 1, { rounds, seconds });
    const ratio = median(ratiosOf(having, without, p50Of));
    rows.push({ title: test.title, without: summaryOf(without).p50, having: summaryOf(having).p50, ratio });
  }
  const section = extensionsReport({ rows, cold, documents, rounds, machine: await machineOf(site.db, busy) });
  await writeSection(results, section);
  console.log(section);
};

await runBenchmark(bench);
