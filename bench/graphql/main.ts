// `npm run bench graphql`: measures lists through GraphQL beside the same requests of REST, in one process, in turns; then the same
// documents beside Strapi's plugin, in turns; then how long the schema of 150 content types with 60 attributes takes, and its memory.
// Writes the section of the page of results. Exits with 1 if the list with everything takes more than 1.3 times
// REST's time.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fillComponentIds, placesIn, type StoredDocument } from '../../lib/platform/db/index.ts';
import { loadSchema, typeOf, type Schema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { article } from '../data/documents.ts';
import { loadDocuments } from '../data/load.ts';
import { firstPages, populateEverything } from '../cases/subject.ts';
import { get, type Request } from '../cases/types.ts';
import { openLoadClient } from '../load/client.ts';
import { machineOf } from '../machine.ts';
import { measureOnce, p50Of, type Contender } from '../measure.ts';
import { optionsOf } from '../options.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { logProgress } from '../progress.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { openProductSite, type SiteOptions } from '../site.ts';
import { median } from '../statistics.ts';
import { openStrapi } from '../strapi/openStrapi.ts';
import { verifyRequests } from '../strapi/verifyContent.ts';
import { writeSection } from '../writeSection.ts';
import { graphqlReport, type BesideStrapi, type GraphqlRow, type SchemaCost } from './graphqlReport.ts';

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

/** @param sort Strapi has no order without it */
const listOf = (selection: string, sort = ''): string =>
  `query List($page: Int, $pageSize: Int) {
  articles_connection(${sort}pagination: { page: $page, pageSize: $pageSize }) { nodes { ${selection} } pageInfo { total pageCount } }
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

const queriesOf = (query: string, pageSize: number): readonly Request[] =>
  firstPages.map((page) => ({
    ...{ method: 'POST', path: '/graphql' },
    body: JSON.stringify({ query, variables: { page, pageSize } }),
  }));

/** Articles as Lectern stores them: each component has its id, which both ways answer. */
const loadWithIds: SiteOptions['load'] = (db, schema: Schema, count) => {
  const { attributes } = typeOf(schema, 'api::article.article');
  return loadDocuments(db, schema, count, (index) => {
    const { draft, published, ...document } = article(index);
    const versions = Object.entries({ draft, published }).flatMap(([name, version]) =>
      version === undefined ? [] : [[name, fillComponentIds(schema, attributes, version, placesIn(document))]],
    );
    return { ...document, ...(Object.fromEntries(versions) as Pick<StoredDocument, 'draft' | 'published'>) };
  });
};

/** A server that is measured. */
interface Measured extends Contender {
  readonly pid: number;
}

/** Milliseconds of a request. */
interface Times {
  readonly cpu: number;
  readonly p50: number;
}

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
  await writeFile(configuration, JSON.stringify({ graphql: { enabled: true }, api: { rest: { componentIds: true } } }));
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const { schema } = await loadSchema(contentTypes);
  const site = await openProductSite({
    uri: mongod.uri,
    schema,
    contentTypes,
    documents,
    configuration,
    load: loadWithIds,
  });
  ending.add(site.close);
  const client = openLoadClient();
  ending.add(client.close);
  const { db, product, token } = site;

  /** Measures two contenders in turns. */
  const compare = async (title: string, first: Measured, second: Measured, least = seconds): Promise<GraphqlRow> => {
    const measure = async ({ pid, ...contender }: Measured) => {
      const { cpuMs, result } = await measureWork(pid, db, () => measureOnce(client, contender, 1, least));
      return { cpu: cpuMs / result.times.length, p50: p50Of(result) };
    };
    for (const one of [first, second]) await measure(one);
    const times: (readonly [Times, Times])[] = [];
    for (let round = 0; round < rounds; round++) times.push([await measure(first), await measure(second)]);
    const medians = (unit: keyof Times) => ({
      first: median(times.map(([one]) => one[unit])),
      second: median(times.map(([, other]) => other[unit])),
      ratio: median(times.map(([one, other]) => other[unit] / one[unit])),
    });
    return { title, cpu: medians('cpu'), p50: medians('p50') };
  };

  const lectern = { url: product.url, pid: product.pid, token };
  const rows: GraphqlRow[] = [];
  for (const { title, rest, document, pageSize } of pairs) {
    const requests = firstPages.map((page) => get(rest(page)));
    const queries = queriesOf(document, pageSize);
    rows.push(await compare(title, { ...lectern, requests }, { ...lectern, requests: queries }));
  }
  const strapi = await openStrapi(contentTypes, documents, ending, logProgress, ['@strapi/plugin-graphql']);
  const besideStrapi: GraphqlRow[] = [];
  for (const pageSize of [25, 100]) {
    const requests = queriesOf(listOf(everything, 'sort: "slug", '), pageSize);
    await verifyRequests(
      lectern,
      strapi,
      requests.map((request) => [request, request]),
    );
    const title = `list of ${pageSize} with everything, sorted, with count`;
    besideStrapi.push(await compare(title, { ...lectern, requests }, { ...strapi, requests }, seconds * 4));
  }
  const beside: BesideStrapi = { rows: besideStrapi, database: strapi.database };
  const section = graphqlReport(rows, beside, await schemaCost(), await machineOf(db, busy));
  console.log(section);
  await writeSection(results, section);
  if ((rows[0]?.cpu.ratio ?? NaN) > mostRatio) throw new Error('GraphQL takes too long');
};

await runBenchmark(bench);
