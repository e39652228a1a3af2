// `npm run bench:strapi`: measures Lectern and Strapi in turn, with the same documents and the same requests, and writes
// bench/strapi.md.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { openLoadClient, type LoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { measureInTurn, p50Of, perSecondOf, ratiosOf, summaryOf } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { peakMegabytes, resetPeak } from '../processes.ts';
import { elapsedMinutes, logProgress } from '../progress.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, type ProductSite } from '../site.ts';
import { median, spread } from '../statistics.ts';
import { openStrapi, type StrapiServer } from './openStrapi.ts';
import { createPages, strapiCases, type StrapiCase } from './strapiCases.ts';
import { readmeLines, strapiReport, type StrapiRow } from './strapiReport.ts';
import { verifyContent, verifyRequests } from './verifyContent.ts';

const contentTypes = resolve('bench/content-types');

// Some requests of Strapi take more than a second, so the rounds are fewer and longer than those of `npm run bench`.
const {
  documents,
  rounds,
  seconds,
  cases: selected,
  results,
} = optionsOf({
  LECTERN_BENCH_ROUNDS: '6',
  LECTERN_BENCH_SECONDS: '1.5',
  LECTERN_BENCH_RESULTS: 'bench/strapi.md',
  ...process.env,
});

const measureCase = async (
  client: LoadClient,
  test: StrapiCase,
  site: ProductSite,
  strapi: StrapiServer,
  pages: { readonly lectern: readonly string[]; readonly strapi: readonly string[] },
): Promise<readonly StrapiRow[]> => {
  const lectern = { url: site.product.url, token: site.token };
  const toLectern = await test.requests(site, pages.lectern);
  const toStrapi = await test.requests(site, pages.strapi);
  await verifyRequests(
    lectern,
    strapi,
    toLectern.flatMap((request, index) => (toStrapi[index] === undefined ? [] : [[request, toStrapi[index]]])),
  );
  const contenders = [
    { ...lectern, requests: toLectern },
    { url: strapi.url, token: strapi.token, requests: toStrapi },
  ];
  const rows: StrapiRow[] = [];
  for (const connections of test.connections) {
    const [lecternLoads = [], strapiLoads = []] = await measureInTurn(client, contenders, connections, {
      rounds,
      seconds,
    });
    const ratios = ratiosOf(strapiLoads, lecternLoads, p50Of);
    const row = {
      ...{ name: test.name, title: test.title, connections },
      lectern: summaryOf(lecternLoads),
      strapi: summaryOf(strapiLoads),
      throughputRatio: median(ratiosOf(lecternLoads, strapiLoads, perSecondOf)),
      ...{ p50Ratio: median(ratios), spread: spread(ratios) },
    };
    rows.push(row);
    logProgress(
      `${test.title}, ${connections} connections: ${row.lectern.perSecond.toFixed(0)} a second, Strapi ${row.strapi.perSecond.toFixed(0)}; ` +
        `p50 ${row.lectern.p50.toFixed(2)} ms, Strapi ${row.strapi.p50.toFixed(2)}`,
    );
  }
  return rows;
};

const bench = async (ending: Shutdown): Promise<void> => {
  const client = openLoadClient();
  ending.add(client.close);
  const busy = loadavg()[0] ?? 0;
  const strapi = await openStrapi(contentTypes, documents, ending, logProgress);
  const { schema } = await loadSchema(contentTypes);
  const mongod = await startMongod({ log: logProgress });
  ending.add(mongod.stop);
  logProgress(`Loading ${documents} articles into Lectern`);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents });
  ending.add(site.close);
  const lectern = { url: site.product.url, token: site.token };
  await verifyContent(lectern, strapi, documents);
  const pages = { lectern: await createPages(lectern), strapi: await createPages(strapi) };
  await Promise.all([resetPeak(site.product.pid), resetPeak(strapi.pid)]);
  const rows: StrapiRow[] = [];
  for (const test of strapiCases)
    if (selected?.includes(test.name) ?? true) rows.push(...(await measureCase(client, test, site, strapi, pages)));
  const report = {
    ...{ rows, rounds, seconds, documents, machine: await machineOf(site.db, busy), database: strapi.database },
    lecternMegabytes: await peakMegabytes(site.product.pid),
    strapiMegabytes: await peakMegabytes(strapi.pid),
    minutes: elapsedMinutes(),
  };
  await writeFile(results, strapiReport(report));
  logProgress(`Written to ${results}`);
  console.log(`For the README:\n\n${readmeLines(report)}`);
};

await runBenchmark(bench);
