// `npm run bench profile`: prints for each case the CPU time of a request in every process, the commands that it sends to
// MongoDB, and where the product's time goes. CPU time varies less than durations when other programs run.
// LECTERN_BENCH_CASES=one,update selects cases; LECTERN_BENCH_FUNCTIONS=20 also prints the functions with the most time.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadSchema } from '../../lib/schema/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { reads, writes, type Case } from '../cases/index.ts';
import { openLoadClient, type LoadClient } from '../load/client.ts';
import { contendersOf, measureOnce, type Contender } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openSite, startProduct, type Site, type SiteOptions } from '../site.ts';
import { markdownTable, rightAligned } from '../table.ts';
import { readShares, type Shares } from './cpuProfile.ts';
import { measureWork } from './cpuTime.ts';

const contentTypes = resolve('bench/content-types');
const connections = 16;
const warmUpSeconds = 1;
const seconds = 3;

interface Cost {
  /** CPU microseconds of a request in the server and in mongod. */
  readonly server: number;
  readonly mongod: number;
  /** The number of commands of a request, by name. */
  readonly commands: ReadonlyMap<string, number>;
}

const measureCost = async (client: LoadClient, { db }: Site, pid: number, contender: Contender): Promise<Cost> => {
  await measureOnce(client, contender, connections, warmUpSeconds);
  const { result, cpuMs, mongod } = await measureWork(pid, db, () =>
    measureOnce(client, contender, connections, seconds),
  );
  const requests = result.times.length;
  const commands = [...mongod.commands].flatMap(([name, count]) =>
    count / requests < 0.005 ? [] : [[name, count / requests] as const],
  );
  return {
    server: (cpuMs / requests) * 1000,
    mongod: (mongod.cpuMs / requests) * 1000,
    commands: new Map(commands),
  };
};

/** Runs the case on a product process of its own that writes a profile when it ends. */
const profileCase = async (
  client: LoadClient,
  uri: string,
  options: SiteOptions,
  contender: Contender,
): Promise<Shares> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-profile-'));
  try {
    const product = await startProduct(uri, { ...options, profile: folder });
    const own = { ...contender, url: product.url };
    try {
      await measureOnce(client, own, connections, seconds);
    } finally {
      await product.stop();
    }
    return await readShares(folder, 'dist/start.mjs');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const formatCommands = (commands: ReadonlyMap<string, number>): string =>
  [...commands].map(([name, each]) => `${each.toFixed(2).replace(/\.?0+$/, '')} ${name}`).join(', ');

interface Row {
  readonly test: Case;
  readonly product: Cost;
  readonly floor: Cost;
  readonly shares: Shares;
}

const costTable = (rows: readonly Row[]): string =>
  markdownTable(
    [
      ['case', 'left'],
      ...rightAligned('product µs', 'floor µs', 'mongod µs', 'mongod µs, floor'),
      ['commands', 'left'],
      ['commands, floor', 'left'],
    ],
    rows.map(({ test, product, floor }) => [
      test.title,
      ...[product.server, floor.server, product.mongod, floor.mongod].map((value) => value.toFixed(0)),
      formatCommands(product.commands),
      formatCommands(floor.commands),
    ]),
  );

/** Groups below this number of microseconds in all cases are left out. */
const leastMicroseconds = 10;

const groupTable = (rows: readonly Row[]): string => {
  const timeOf = ({ product, shares }: Row, group: string): number => product.server * (shares.groups.get(group) ?? 0);
  const groups = [...new Set(rows.flatMap(({ shares }) => [...shares.groups.keys()]))].filter((group) =>
    rows.some((row) => timeOf(row, group) >= leastMicroseconds),
  );
  return markdownTable(
    [['µs of a request', 'left'], ...rightAligned(...rows.map(({ test }) => test.name))],
    groups.map((group) => [group, ...rows.map((row) => timeOf(row, group).toFixed(0))]),
  );
};

const functionList = ({ test, product, shares }: Row, count: number): string =>
  [
    `${test.title}:`,
    ...[...shares.functions]
      .slice(0, count)
      .map(([name, share]) => `${(product.server * share).toFixed(1).padStart(8)} µs  ${name}`),
  ].join('\n');

const bench = async (ending: Shutdown): Promise<void> => {
  const options = optionsOf(process.env);
  const { schema } = await loadSchema(contentTypes);
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const siteOptions = { uri: mongod.uri, schema, contentTypes, documents: options.documents, profile: undefined };
  const site = await openSite(siteOptions);
  ending.add(site.close);
  const client = openLoadClient();
  ending.add(client.close);
  const rows: Row[] = [];
  for (const test of [...reads, ...writes].filter(({ name }) => options.cases?.includes(name) ?? true)) {
    console.error(test.title);
    const contenders = contendersOf(site, { test, variants: await test.variants(site) });
    const costOf = (server: 'product' | 'floor'): Promise<Cost> =>
      measureCost(client, site, site[server].pid, contenders[server]);
    const [product, floor] = [await costOf('product'), await costOf('floor')];
    rows.push({ test, product, floor, shares: await profileCase(client, site.uri, siteOptions, contenders.product) });
  }
  const functions = Number(process.env.LECTERN_BENCH_FUNCTIONS ?? 0);
  console.log(
    [costTable(rows), groupTable(rows), ...(functions > 0 ? rows.map((row) => functionList(row, functions)) : [])].join(
      '\n\n',
    ),
  );
};

await runBenchmark(bench);
