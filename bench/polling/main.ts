// `npm run bench polling`: measures the processor's time of a server that only looks for work, with streams of changes and without, and
// what a change stream of MongoDB costs for each write. Writes the section of the page of results.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MongoClient, type Db } from 'mongodb';
import { serverConnections } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, type ProductSite } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { pollingReport, type PollingRow } from './pollingReport.ts';

const contentTypes = resolve('bench/content-types');
const documents = 2_000;
const seconds = 20;
const settleMs = 5_000;
/** For each second, so that the processors have idle time. */
const writesPerSecond = 40;
const rounds = 3;
const streams = 20;

/** What happens meanwhile, for each second. @param pid of the server; undefined: none runs */
const measure = async (
  title: string,
  db: Db,
  pid: number | undefined,
  work: () => Promise<unknown>,
): Promise<PollingRow> => {
  const start = process.cpuUsage();
  const { wallMs, cpuMs, mongod } = await measureWork(pid ?? process.pid, db, work);
  const { user, system } = process.cpuUsage(start);
  const perSecond = 1_000 / wallMs;
  return {
    title,
    node: pid === undefined ? 0 : cpuMs * perSecond,
    mongod: mongod.cpuMs * perSecond,
    operations: [...mongod.commands.values()].reduce((sum, count) => sum + count, 0) * perSecond,
    own: ((user + system) / 1_000) * perSecond,
  };
};

const rest = (): Promise<void> => setTimeout(seconds * 1_000);

const writeAtRate =
  ({ send }: ProductSite) =>
  async (): Promise<void> => {
    const until = performance.now() + seconds * 1_000;
    for (let index = 0; performance.now() < until; index++) {
      const next = setTimeout(1_000 / writesPerSecond);
      const name = `polling-${Date.now()}-${index}`;
      await send('POST', '/api/articles', { title: name, slug: name });
      await next;
    }
  };

/** Follows all changes of the database, as a server would in place of looking for them. @returns what ends it */
const followChanges = async (uri: string): Promise<() => Promise<void>> => {
  const client = await new MongoClient(uri, serverConnections).connect();
  const changes = client.db().watch([{ $project: { operationType: 1, ns: 1, documentKey: 1 } }]);
  changes.on('change', () => undefined);
  await setTimeout(settleMs);
  return async () => {
    await changes.close();
    await client.close();
  };
};

const bench = async (ending: Shutdown): Promise<void> => {
  const { results } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const client = await new MongoClient(mongod.uri, serverConnections).connect();
  ending.add(() => client.close());
  await setTimeout(settleMs);
  const rows = [await measure('only a driver that is connected', client.db(), undefined, rest)];
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents });
  ending.add(site.close);
  const { pid } = site.product;
  // The totals of the loaded documents are counted, and indexes are built.
  await setTimeout(4 * settleMs);
  rows.push(await measure('an idle server', site.db, pid, rest));
  const abort = new AbortController();
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${site.token}` };
  for (let index = 0; index < streams; index++) {
    const { status } = await fetch(`${site.product.url}/api/live?tags=api::article.article`, {
      headers,
      signal: abort.signal,
    });
    if (status !== 200) throw new Error(`a stream is ${status}`);
  }
  rows.push(await measure(`the same with ${streams} streams of changes`, site.db, pid, rest));
  abort.abort();
  const stopIdle = await followChanges(site.uri);
  rows.push(await measure('an idle server, and a change stream', site.db, pid, rest));
  await stopIdle();
  const writes: PollingRow[][] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = await measure(`${writesPerSecond} creates a second`, site.db, pid, writeAtRate(site));
    const stop = await followChanges(site.uri);
    writes.push([plain, await measure('the same, and a change stream', site.db, pid, writeAtRate(site))]);
    await stop();
  }
  const section = pollingReport([...rows, ...writes.flat()], await machineOf(site.db, busy), seconds);
  console.log(section);
  await writeSection(results, section);
};

await runBenchmark(bench);
