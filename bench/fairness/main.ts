// `npm run bench fairness`: five addresses send costly reads and abandon them, while another caller reads. Fails if that caller's
// 99th percentile is 500 ms or more, that of `/_health` 200 ms or more, or if one of its reads fails.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { builtInUids, loadSchema, typeOf, type Schema } from '../../lib/schema/index.ts';
import { collections } from '../../lib/platform/db/index.ts';
import { defaultConfig, readSecrets } from '../../lib/platform/config/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import { tokenSecret } from '../benchToken.ts';
import { locale } from '../data/documents.ts';
import { loadDocuments } from '../data/load.ts';
import { Random } from '../data/random.ts';
import { makeProse, words } from '../data/text.ts';
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
const healthGoalMs = 200;
const seconds = Number(process.env.LECTERN_BENCH_FAIRNESS_SECONDS ?? 60);

const numbered = (count: number, parameter: (n: number) => string): string =>
  `/api/articles?${Array.from({ length: count }, (_, n) => parameter(n)).join('&')}`;

const orConditions = (count: number): string => numbered(count, (n) => `filters[$or][${n}][body][$containsi]=q${n}z`);

const largest = 'pagination[pageSize]=100';
const uncounted = 'pagination[withCount]=false';

/** What the five addresses send; undefined: nothing. */
const attacks: readonly { readonly title: string; readonly path?: (n: number) => string }[] = [
  { title: 'none' },
  {
    title: 'search of ten words, 100 results',
    path: (n) =>
      `/api/search?q=${Array.from({ length: 10 }, (_, at) => words[(n + at) % words.length]).join('+')}&${largest}`,
  },
  {
    title: 'populate that comes back to its type',
    path: () => `/api/articles?${largest}&populate[authors][populate][articles][populate][authors][populate]=articles`,
  },
  { title: 'populate with all below', path: () => `/api/categories?${largest}&populate[articles][populate]=*` },
  {
    title: 'one document that leads to all',
    path: (n) =>
      `/api/authors?filters[id][$eq]=${(n % 400) + 1}&populate[articles][populate][category][populate][articles][populate]=authors`,
  },
  { title: 'list with all relations', path: () => `/api/articles?${largest}&populate=*` },
  { title: 'list of large texts', path: () => `/api/articles?${largest}&sort=views:desc&${uncounted}` },
  { title: '`_q`', path: (n) => `/api/articles?_q=q${n}z` },
  {
    title: 'filter through relations',
    path: (n) => `/api/categories?filters[articles][authors][bio][$containsi]=q${n}z`,
  },
  { title: 'sort without an index', path: () => `/api/articles?${largest}&sort=summary` },
  { title: 'count of a scan', path: (n) => `/api/articles?pagination[pageSize]=1&filters[body][$notContainsi]=q${n}z` },
  { title: '`$in` of 600', path: (n) => numbered(600, (at) => `filters[id][$in][${at}]=${n + at * 4}`) },
  { title: '`$or` just below the limit', path: () => orConditions(75) },
  { title: '`$or` above it', path: () => orConditions(300) },
];

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
  /** What the costly read answers if nobody abandons it; undefined: nothing is sent. */
  readonly status: number | undefined;
  readonly sent: number;
  readonly reads: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The 99th percentile of `/_health`. */
  readonly health: number;
}

const sortedTimes = (times: readonly number[]): Float64Array => new Float64Array(times).sort();

const measure = async ({ product, db }: ProductSite, { title, path }: (typeof attacks)[number]): Promise<Row> => {
  const agent = new Agent({ keepAlive: true });
  const status = path === undefined ? undefined : await send(product.url + path(0), '203.0.113.0', agent);
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  const attack = async (client: number): Promise<void> => {
    while (path !== undefined && performance.now() < until) {
      sent += 1;
      await send(product.url + path(sent), `203.0.113.${client % 5}`, agent, abandonedAfterMs);
      await sleep(50);
    }
  };
  const ids = await db
    .collection('articles')
    .find({ 'published.id': { $gte: 0 } }, { projection: { documentId: 1 }, limit: 100 })
    .toArray();
  const [times, healthTimes]: [number[], number[]] = [[], []];
  let failed = 0;
  const read = async (into: number[], pathOf: (n: number) => string): Promise<void> => {
    for (let n = 0; performance.now() < until; n++) {
      const start = performance.now();
      if ((await send(product.url + pathOf(n), '198.51.100.7', agent)) !== 200) failed += 1;
      into.push(performance.now() - start);
      await sleep(20);
    }
  };
  await Promise.all([
    ...Array.from({ length: clients }, (_, client) => attack(client)),
    read(times, (n) => `/api/articles/${String(ids[n % ids.length]?.documentId)}`),
    read(times, () => '/api/articles?pagination[pageSize]=25'),
    read(healthTimes, () => '/_health'),
  ]);
  agent.destroy();
  const sorted = sortedTimes(times);
  const [p50, p99, max] = [quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1)];
  return {
    title,
    status,
    sent,
    reads: times.length,
    failed,
    p50,
    p99,
    max,
    health: quantile(sortedTimes(healthTimes), 0.99),
  };
};

/** How many articles have a large text, and how large it is. */
const [largeTexts, largeTextLength] = [100, 40_000];

const loadLargeTexts = async (db: Db, schema: Schema): Promise<void> => {
  await loadDocuments(db, schema, documents);
  const articles = db.collection('articles');
  const large = await articles
    .find({ published: { $exists: true } }, { projection: { _id: 1 }, limit: largeTexts })
    .toArray();
  await articles.bulkWrite(
    large.map(({ _id }, n) => ({
      updateOne: {
        filter: { _id },
        update: {
          $set: { 'published.body': makeProse(new Random(n), largeTextLength), 'published.views': 1_000_000 + n },
        },
      },
    })),
  );
};

/** Articles that a search finds. @returns the folder of the types */
const writeSearchedTypes = async (folder: string): Promise<string> => {
  const types = join(folder, 'content-types');
  await cp('bench/content-types', types, { recursive: true });
  const file = join(types, 'article.json');
  const article = JSON.parse(await readFile(file, 'utf8')) as { readonly options: object }; // a content type
  const options = { ...article.options, search: { title: 10, summary: 3, body: 1 } };
  await writeFile(file, JSON.stringify({ ...article, options }));
  return types;
};

const waitForSearch = async (db: Db): Promise<void> => {
  const indexes = db.collection(collections.searchIndexes);
  while ((await indexes.countDocuments({ status: 'published', locale, state: 'used' })) === 0) await sleep(250);
};

const bench = async (ending: Shutdown): Promise<void> => {
  const busy = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = join(folder, 'lectern.json');
  await writeFile(configuration, JSON.stringify({ http: { trustedProxies: 1 } }));
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const contentTypes = await writeSearchedTypes(folder);
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({
    uri: mongod.uri,
    schema,
    contentTypes,
    documents,
    configuration,
    load: loadLargeTexts,
  });
  ending.add(site.close);
  const secrets = readSecrets({ LECTERN_TOKEN_SECRET: tokenSecret });
  const service = createService({ schema, config: defaultConfig, extensions: undefined }, site.uri, secrets);
  ending.add(service.database.close);
  const permissions = ['article.article', 'author.author', 'category.category'].flatMap((name) =>
    ['find', 'findOne'].map((action) => ({ action: `api::${name}.${action}` })),
  );
  await createDocument(
    service,
    { type: typeOf(schema, builtInUids.role), locale: null, status: 'published', by: undefined, hooks: undefined },
    { name: 'Public', type: 'public', permissions },
  );
  await waitForSearch(site.db);
  const rows: Row[] = [];
  for (const attack of attacks) {
    rows.push(await measure(site, attack));
    console.error(rows.at(-1));
  }
  const machine = await machineOf(site.db, busy);
  const table = markdownTable(
    [
      ['costly reads', 'left'],
      ...rightAligned('status', 'sent', 'other reads', 'failed', 'p50 ms', 'p99 ms', 'slowest ms', '`/_health` p99 ms'),
    ],
    rows.map(({ title, status, sent, reads, failed, p50, p99, max, health }) => [
      title,
      status === undefined ? '' : String(status),
      ...[sent, reads, failed].map(formatInteger),
      ...[p50, p99, max, health].map(formatMs),
    ]),
  );
  await writeSection(
    optionsOf(process.env).results,
    `# Costly reads of others

\`npm run bench fairness\` writes this section. ${clients} clients at five addresses send the same costly read of ${formatInteger(documents)}
articles, and abandon each after ${abandonedAfterMs} ms; the status is that of one that is not abandoned. Another
caller reads one article by its id, a list of 25, and \`/_health\`.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- ${seconds} s for each row; the goal is a 99th percentile below ${goalMs} ms, that of \`/_health\` below ${healthGoalMs} ms, and no failure

${table}
`,
  );
  if (rows.some(({ p99, failed, health }) => p99 >= goalMs || health >= healthGoalMs || failed > 0))
    throw new Error('The goal is missed');
};

await runBenchmark(bench);
