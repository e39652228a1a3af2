// `npm run bench fairness`: five addresses send costly reads and abandon them, while another caller reads. Fails if that caller's
// 99th percentile is 500 ms or more, or if one of its reads fails.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { builtInUids, loadSchema, typeOf } from '../../lib/schema/index.ts';
import { defaultConfig, readSecrets } from '../../lib/platform/config/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import { tokenSecret } from '../benchToken.ts';
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, type ProductSite } from '../site.ts';
import { quantile } from '../statistics.ts';
import { markdownTable, rightAligned } from '../table.ts';
import { writeSection } from '../writeSection.ts';

const documents = 3_000;
const clients = 50;
const abandonedAfterMs = 500;
const goalMs = 500;
const seconds = Number(process.env.LECTERN_BENCH_FAIRNESS_SECONDS ?? 60);

/** The numbers of conditions of one costly read: none, too many, and just below the limit without credentials. */
const attacks = [
  { title: 'none', conditions: 0 },
  { title: 'above the limit', conditions: 300 },
  { title: 'just below it', conditions: 75 },
] as const;

const costlyPath = (conditions: number): string =>
  `/api/articles?${Array.from({ length: conditions }, (_, n) => `filters[$or][${n}][body][$containsi]=q${n}z`).join('&')}`;

/** @returns the status; undefined: abandoned */
const send = (url: string, address: string, agent: Agent, abandonMs?: number): Promise<number | undefined> =>
  new Promise((done) => {
    const request = get(url, { agent, headers: { 'x-forwarded-for': address } }, (response) => {
      response.resume().on('close', () => {
        done(response.statusCode);
      });
    }).on('error', () => {
      done(undefined);
    });
    if (abandonMs !== undefined) setTimeout(() => request.destroy(), abandonMs).unref();
  });

interface Row {
  readonly title: string;
  readonly sent: number;
  readonly reads: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const measure = async ({ product, db }: ProductSite, { title, conditions }: (typeof attacks)[number]): Promise<Row> => {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  const attack = async (client: number): Promise<void> => {
    while (performance.now() < until) {
      sent += 1;
      await send(product.url + costlyPath(conditions), `203.0.113.${client % 5}`, agent, abandonedAfterMs);
      await sleep(50);
    }
  };
  const ids = await db
    .collection('articles')
    .find({ 'published.id': { $gte: 0 } }, { projection: { documentId: 1 }, limit: 100 })
    .toArray();
  const times: number[] = [];
  let failed = 0;
  const read = async (pathOf: (n: number) => string): Promise<void> => {
    for (let n = 0; performance.now() < until; n++) {
      const start = performance.now();
      if ((await send(product.url + pathOf(n), '198.51.100.7', agent)) !== 200) failed += 1;
      times.push(performance.now() - start);
      await sleep(20);
    }
  };
  await Promise.all([
    ...Array.from({ length: conditions === 0 ? 0 : clients }, (_, client) => attack(client)),
    read((n) => `/api/articles/${String(ids[n % ids.length]?.documentId)}`),
    read(() => '/api/articles?pagination[pageSize]=25'),
  ]);
  agent.destroy();
  const sorted = new Float64Array(times).sort();
  const [p50, p99, max] = [quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1)];
  return { title, sent, reads: times.length, failed, p50, p99, max };
};

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = join(folder, 'lectern.json');
  await writeFile(configuration, JSON.stringify({ http: { trustedProxies: 1 } }));
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const contentTypes = resolve('bench/content-types');
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents, configuration });
  ending.add(site.close);
  const secrets = readSecrets({ LECTERN_TOKEN_SECRET: tokenSecret });
  const service = createService({ schema, config: defaultConfig, extensions: undefined }, site.uri, secrets);
  ending.add(service.database.close);
  const permissions = ['find', 'findOne'].map((action) => ({ action: `api::article.article.${action}` }));
  await createDocument(
    service,
    { type: typeOf(schema, builtInUids.role), locale: null, status: 'published', by: undefined, hooks: undefined },
    { name: 'Public', type: 'public', permissions },
  );
  const rows: Row[] = [];
  for (const attack of attacks) {
    rows.push(await measure(site, attack));
    console.error(rows.at(-1));
  }
  const machine = await machineOf(site.db, busy);
  const table = markdownTable(
    [['costly reads', 'left'], ...rightAligned('sent', 'other reads', 'failed', 'p50 ms', 'p99 ms', 'slowest ms')],
    rows.map(({ title, sent, reads, failed, p50, p99, max }) => [
      title,
      ...[sent, reads, failed].map(formatInteger),
      ...[p50, p99, max].map(formatMs),
    ]),
  );
  await writeSection(
    optionsOf(process.env).results,
    `# Costly reads of others

\`npm run bench fairness\` writes this section. ${clients} clients at five addresses send reads of ${attacks[1].conditions} conditions
(\`$containsi\` on the text of ${formatInteger(documents)} articles) or of ${attacks[2].conditions}, and abandon each after
${abandonedAfterMs} ms. Another caller reads one article by its id, and a list of 25.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- ${seconds} s for each row; the goal is a 99th percentile below ${goalMs} ms, and no failure

${table}
`,
  );
  if (rows.some(({ p99, failed }) => p99 >= goalMs || failed > 0)) throw new Error('The goal is missed');
};

await runBenchmark(bench);
