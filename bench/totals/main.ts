// `npm run bench totals`: measures a list with its total before and after a seed of 200,000 documents, or as many as the next
// argument says, and writes the section of the page of results. Exits with 1 if the list takes more than 1.3 times its time.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { totalsCollection } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { listPage, listSorted } from '../cases/listSorted.ts';
import { openLoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { measureInTurn, summaryOf } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { runProgram } from '../processes.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { environment, openProductSite, type ProductSite } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { totalsReport } from './totalsReport.ts';

const contentTypes = resolve('bench/content-types');
const seeded = Number(process.argv[3] ?? 200_000);
const documents = 2_000;
const mostRatio = 1.3;
const rounds = { rounds: 10, seconds: 0.4 };
const settleMs = 1_000;
const cases = [listSorted, listPage];

const seedArticle = (index: number) => ({ title: `Seeded ${index}`, slug: `seeded-${index}`, views: index });

/** Waits until the relay has stored the total of the loaded articles. */
const untilTotalIsStored = async ({ db }: ProductSite): Promise<void> => {
  const isStored = async (): Promise<boolean> =>
    (await totalsCollection(db).findOne({ _id: 'articles' }))?.completeAt !== undefined;
  while (!(await isStored())) await setTimeout(100);
};

const bench = async (ending: Shutdown): Promise<void> => {
  const { results } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents });
  ending.add(site.close);
  const client = openLoadClient();
  ending.add(client.close);
  await untilTotalIsStored(site);

  const contenders = await Promise.all(
    cases.map(async (test) => {
      const requests = (await test.variants(site)).map(({ product }) => product);
      return { url: site.product.url, token: site.token, requests };
    }),
  );
  const measure = async () => (await measureInTurn(client, contenders, 1, rounds)).map((loads) => summaryOf(loads).p50);
  const before = await measure();
  const file = join(folder, 'seed.json');
  await writeFile(file, JSON.stringify({ articles: Array.from({ length: seeded }, (_, index) => seedArticle(index)) }));
  const { seconds } = await runProgram(['dist/lectern.mjs', 'seed', file], environment(site.uri, contentTypes));
  await setTimeout(settleMs);
  const after = await measure();
  const rows = cases.map(({ title }, at) => ({ title, before: before[at] ?? NaN, after: after[at] ?? NaN }));
  const section = totalsReport(rows, { seeded, seconds }, await machineOf(site.db, busy));
  console.log(section);
  await writeSection(results, section);
  if (rows.some((row) => row.after > mostRatio * row.before)) throw new Error('The list takes longer after the seed');
};

await runBenchmark(bench);
