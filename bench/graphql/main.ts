// `npm run bench graphql`: measures lists through GraphQL beside the same requests of REST, in one process, in turns; then how long the
// schema of 150 content types with 60 attributes takes, and its memory. Writes the section of the page of results. Exits with 1 if the
// list with everything takes more than 1.3 times REST's time.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { firstPages, populateEverything } from '../cases/subject.ts';
import { get, type Request } from '../cases/types.ts';
import { openLoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { measureOnce } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite } from '../site.ts';
import { median } from '../statistics.ts';
import { writeSection } from '../writeSection.ts';
import { graphqlReport, type GraphqlRow, type SchemaCost } from './graphqlReport.ts';

const contentTypes = resolve('bench/content-types');
const documents = 2_000;
const mostRatio = 1.3;

const scalars =
  'documentId title slug summary body views rating featured publishedOn createdAt updatedAt publishedAt locale';
const everything = `${scalars} category { documentId name slug description createdAt updatedAt publishedAt }
  authors { documentId name email bio createdAt updatedAt publishedAt } seo { id metaTitle metaDescription keywords }
  sections { __typename ... on ComponentSectionText { id heading body } ... on ComponentSectionQuote { id text source }
    ... on ComponentSectionFigure { id url caption width height } }`;

interface Pair {
  readonly title: string;
  readonly rest: (page: number) => string;
  readonly document: string;
  readonly pageSize: number;
}

const listOf = (selection: string): string =>
  `query List($page: Int, $pageSize: Int) {
  articles_connection(pagination: { page: $page, pageSize: $pageSize }) { nodes { ${selection} } pageInfo { total pageCount } }
}`;

const pageQuery = (page: number, pageSize: number): string =>
  `pagination[page]=${page}&pagination[pageSize]=${pageSize}`;

const pairs: readonly Pair[] = [
  {
    title: 'list of 100 with everything, with count',
    rest: (page) => `/api/articles?${populateEverything}&${pageQuery(page, 100)}`,
    document: listOf(everything),
    pageSize: 100,
  },
  {
    title: 'list of 25 titles, with count',
    rest: (page) => `/api/articles?fields=title,slug&${pageQuery(page, 25)}`,
    document: listOf('documentId title slug'),
    pageSize: 25,
  },
];

const requestsOf = ({ rest, document, pageSize }: Pair): Readonly<Record<'rest' | 'graphql', readonly Request[]>> => ({
  rest: firstPages.map((page) => get(rest(page))),
  graphql: firstPages.map((page) => ({
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: document, variables: { page, pageSize } }),
  })),
});

const schemaCost = async (): Promise<SchemaCost> => {
  const args = ['--expose-gc', 'dist/bench/graphql.schema.mjs', '150'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as SchemaCost; // schema.ts writes it
};

const bench = async (ending: Shutdown): Promise<void> => {
  const { results, rounds, seconds } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  ending.add(() => rm(folder, { recursive: true, force: true }));
  const configuration = join(folder, 'lectern.json');
  await writeFile(configuration, JSON.stringify({ graphql: { enabled: true } }));
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({ uri: mongod.uri, schema, contentTypes, documents, configuration });
  ending.add(site.close);
  const client = openLoadClient();
  ending.add(client.close);
  const { db, product, token } = site;

  const cpuOf = async (requests: readonly Request[]): Promise<number> => {
    const contender = { url: product.url, requests, token };
    const { cpuMs, result } = await measureWork(product.pid, db, () => measureOnce(client, contender, 1, seconds));
    return cpuMs / result.times.length;
  };

  const rows: GraphqlRow[] = [];
  for (const pair of pairs) {
    const { rest, graphql } = requestsOf(pair);
    for (const requests of [rest, graphql]) await cpuOf(requests);
    const times: { readonly rest: number; readonly graphql: number }[] = [];
    for (let round = 0; round < rounds; round++) times.push({ rest: await cpuOf(rest), graphql: await cpuOf(graphql) });
    rows.push({
      title: pair.title,
      rest: median(times.map((one) => one.rest)),
      graphql: median(times.map((one) => one.graphql)),
      ratio: median(times.map((one) => one.graphql / one.rest)),
    });
  }
  const section = graphqlReport(rows, await schemaCost(), await machineOf(db, busy));
  console.log(section);
  await writeSection(results, section);
  if ((rows[0]?.ratio ?? NaN) > mostRatio) throw new Error('GraphQL takes too long');
};

await runBenchmark(bench);
