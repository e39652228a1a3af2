// `npm run bench counts`: measures the CPU time of a list filtered to half of 200,000 documents, or as many as the next argument says,
// without its total, with one that is counted anew, and with one that the process remembers; then while a document changes each second.
// Writes the section of the page of results. Exits with 1 if a list with a remembered total takes more than 1.3 times the list alone.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { get, type Request } from '../cases/types.ts';
import { article, categoryCount, categorySlug } from '../data/documents.ts';
import { loadDocuments } from '../data/load.ts';
import { openLoadClient, type LoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { measureOnce } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, type ProductSite } from '../site.ts';
import { median } from '../statistics.ts';
import { writeSection } from '../writeSection.ts';
import { countsReport, type CountsRow } from './countsReport.ts';

const contentTypes = resolve('bench/content-types');
const documents = Number(process.argv[3] ?? 200_000);
const mostRatio = 1.3;
const warmUpSeconds = 0.5;
const variantsOfRound = 2_000;

/** Articles without long texts: the time of a list is that of its query. */
const smallArticle = (index: number): StoredDocument => {
  const { draft, published, ...rest } = article(index);
  const small = <T extends object>(version: T): T => ({ ...version, body: null, sections: [], seo: null });
  return {
    ...rest,
    ...(draft === undefined ? {} : { draft: small(draft) }),
    ...(published === undefined ? {} : { published: small(published) }),
  };
};

const load = (db: Db, schema: Schema, count: number): Promise<void> => loadDocuments(db, schema, count, smallArticle);

const slugs = Array.from(
  { length: categoryCount / 2 },
  (_, index) => `filters[category][slug][$in]=${categorySlug(index)}`,
);
const filters = {
  'by an attribute': 'filters[views][$gte]=50000',
  'through a relation': slugs.join('&'),
  'in `_q`': '_q=ar',
};

/** @param more a condition that all documents meet: with another one, the total is another count */
const listOf = (filter: string, more: number, withCount: boolean): Request =>
  get(
    `/api/articles?${filter}&filters[views][$lt]=${1_000_000 + more}&sort=views:desc&pagination[withCount]=${withCount}`,
  );

interface Measured {
  readonly product: number;
  readonly mongod: number;
}

class Measurement {
  readonly client: LoadClient;
  readonly site: ProductSite;
  private variants = 0;

  constructor(client: LoadClient, site: ProductSite) {
    this.client = client;
    this.site = site;
  }

  /** The requests of one round, none of which was sent before. */
  anew(filter: string): readonly Request[] {
    return Array.from({ length: variantsOfRound }, () => listOf(filter, ++this.variants, true));
  }

  /** CPU milliseconds of a request. */
  async cpuOf(requests: readonly Request[], seconds: number): Promise<Measured> {
    const { db, product, token } = this.site;
    const contender = { url: product.url, requests, token };
    const used = await measureWork(product.pid, db, () => measureOnce(this.client, contender, 1, seconds));
    const { length } = used.result.times;
    return { product: used.cpuMs / length, mongod: used.mongod.cpuMs / length };
  }

  /** Measures the requests in turn. @returns the median of each, and of its ratio to the first */
  async compare(
    contenders: readonly { readonly title: string; readonly requests: () => readonly Request[] }[],
    rounds: number,
    seconds: number,
  ): Promise<readonly CountsRow[]> {
    const measured = contenders.map((): Measured[] => []);
    for (const { requests } of contenders) await this.cpuOf(requests(), warmUpSeconds);
    for (let round = 0; round < rounds; round++)
      for (const [index, { requests }] of contenders.entries())
        measured[index]?.push(await this.cpuOf(requests(), seconds));
    const sum = ({ product, mongod }: Measured): number => product + mongod;
    return contenders.map(({ title }, index) => {
      const own = measured[index] ?? [];
      const ratios = own.map((one, round) => sum(one) / sum(measured[0]?.[round] ?? one));
      return {
        title,
        product: median(own.map(({ product }) => product)),
        mongod: median(own.map(({ mongod }) => mongod)),
        ratio: median(ratios),
      };
    });
  }
}

/** Changes an article each second. @returns what stops it */
const changeEachSecond = ({ send }: ProductSite, documentId: string): (() => Promise<void>) => {
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (let changes = 0; !isStopped; changes++) {
      await send('PUT', `/api/articles/${documentId}`, { rating: (changes % 50) / 10 });
      await setTimeout(1_000);
    }
  };
  const running = run();
  return () => {
    isStopped = true;
    return running;
  };
};

/** Counts the queries that count while work runs: they read more than a page. */
const countingQueries = async (db: Db, work: () => Promise<void>): Promise<number> => {
  const profile = db.collection('system.profile');
  await profile.drop().catch(() => undefined);
  await db.command({ profile: 1, slowms: 0, filter: { keysExamined: { $gt: documents / 10 } } });
  await work();
  await db.command({ profile: 0 });
  return profile.countDocuments();
};

const bench = async (ending: Shutdown): Promise<void> => {
  const { results, rounds, seconds } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents, load });
  ending.add(site.close);
  const client = openLoadClient();
  ending.add(client.close);
  const measurement = new Measurement(client, site);
  const sections = [];
  for (const [title, filter] of Object.entries(filters)) {
    const rows = await measurement.compare(
      [
        { title: 'without its total', requests: () => [listOf(filter, 0, false)] },
        { title: 'counted anew', requests: () => measurement.anew(filter) },
        { title: 'remembered', requests: () => [listOf(filter, 0, true)] },
      ],
      rounds,
      seconds,
    );
    sections.push({ title, rows });
  }
  const filter = filters['by an attribute'];
  const stop = changeEachSecond(site, article(0).documentId);
  const contenders = [
    { title: 'counted anew', requests: () => measurement.anew(filter) },
    { title: 'remembered', requests: () => [listOf(filter, 0, true)] },
  ];
  const changing = await measurement.compare(contenders, Math.ceil(rounds / 4), 3);
  let requests = 0;
  const counted = await countingQueries(site.db, async () => {
    const remembered = { url: site.product.url, requests: [listOf(filter, 0, true)], token: site.token };
    requests = (await measureOnce(client, remembered, 1, 10)).times.length;
  });
  await stop();
  const section = countsReport({ sections, changing, requests, counted }, documents, await machineOf(site.db, busy));
  console.log(section);
  await writeSection(results, section);
  if (sections.some(({ rows }) => (rows[2]?.ratio ?? NaN) > mostRatio))
    throw new Error('A remembered total takes too long');
};

await runBenchmark(bench);
