// `npm run bench connections`: opens 1,000 keep-alive connections to the product and sends requests over all of them. Any error fails
// the run.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { cases } from '../cases/index.ts';
import { openLoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { summaryOf } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { peakMegabytes, resetPeak } from '../processes.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { connectionsReport, type ConnectionsRow } from './connectionsReport.ts';

const contentTypes = resolve('bench/content-types');
const caseName = 'one';
const seconds = 10;
const warmUpSeconds = 2;

/** What a site behind a load balancer sets: without a trusted proxy, one address gets half of the connections. */
const settings = { http: { trustedProxies: 1, server: { maxConnections: 1_500 } } };

/** How many connections, and how long each waits after an answer. */
const loads = [
  { connections: 16 },
  { connections: 1_000 },
  { connections: 1_000, pauseMs: 2_000 },
] as const satisfies readonly { readonly connections: number; readonly pauseMs?: number }[];

const { documents, results } = optionsOf(process.env);

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = join(folder, 'lectern.json');
  await writeFile(configuration, JSON.stringify(settings));
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents, configuration });
  ending.add(site.close);
  const client = openLoadClient();
  ending.add(client.close);
  const test = cases.find(({ name }) => name === caseName);
  const variants = (await test?.variants(site)) ?? [];
  const run = (load: (typeof loads)[number], duration: number) =>
    client.run({
      ...load,
      url: site.product.url,
      requests: variants.map(({ product }) => product),
      headers: { authorization: `Bearer ${site.token}`, 'x-forwarded-for': '203.0.113.7' },
      ...{ seconds: duration, run: 'connections' },
    });
  await run(loads[0], warmUpSeconds);
  const rows: ConnectionsRow[] = [];
  for (const load of loads) {
    await resetPeak(site.product.pid);
    const summary = summaryOf([await run(load, seconds)]);
    rows.push({ ...load, ...summary, megabytes: await peakMegabytes(site.product.pid) });
  }
  const section = connectionsReport({ rows, documents, seconds, settings, machine: await machineOf(site.db, busy) });
  await writeSection(results, section);
  console.log(section);
};

await runBenchmark(bench);
