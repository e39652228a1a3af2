// `npm run bench bulk`: creates 20,000 articles, or as many as LECTERN_BENCH_DOCUMENTS says, with bulk requests and with
// `lectern seed`, beside the driver's `insertMany`, and writes the section of the page of results. Exits with 1 if the
// largest requests miss the goal.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { runBenchmark } from '../runBenchmark.ts';
import type { SiteOptions } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { maxEntries } from './articles.ts';
import { bulkReport, missesGoal } from './bulkReport.ts';
import { measureBulk, measureFloor, measureSeed, type Measurement } from './measure.ts';

const contentTypes = resolve('bench/content-types');

/** A way to write the articles. */
interface Way {
  readonly title: string;
  readonly measure: () => Promise<Measurement>;
  readonly rounds: Measurement[];
}

/** Each takes half a minute. */
const rounds = 3;

const wayOf = (title: string, measure: Way['measure']): Way => ({ title, measure, rounds: [] });

const bench = async (ending: Shutdown): Promise<void> => {
  const { documents: count, profile, cases, results } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const site: SiteOptions = { uri: mongod.uri, schema, contentTypes, documents: 0, profile };
  const bulk = (entries: number): Way =>
    wayOf(`bulk requests of ${entries} entries`, () => measureBulk(site, count, entries));
  const floor = wayOf('the floor', () => measureFloor(site, count));
  const largest = bulk(maxEntries);
  const seed = wayOf('`lectern seed`', () => measureSeed(site, count));
  const ways = [floor, bulk(100), largest, seed].filter(
    ({ title }) => cases?.some((one) => title.includes(one)) ?? true,
  );
  for (let round = 0; round < rounds; round++)
    for (const way of ways) {
      const measurement = await way.measure();
      way.rounds.push(measurement);
      console.error(`${way.title}: ${measurement.seconds.toFixed(2)} s`);
    }
  const client = await new MongoClient(mongod.uri).connect();
  const section = bulkReport(ways, floor, count, await machineOf(client.db(), busy));
  await client.close();
  console.log(section);
  await writeSection(results, section);
  if (missesGoal(largest, floor)) throw new Error('The largest bulk requests miss the goal');
};

await runBenchmark(bench);
