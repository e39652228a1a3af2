// Formats the measurements as a Markdown page.
import type { ExplainRow } from './explain.ts';
import { formatInteger, formatMegabytes, formatMs, formatPercent, formatRatio, formatRatioWithGoal } from './format.ts';
import type { GrowthRow } from './growth.ts';
import { describeMachine, type Machine } from './machine.ts';
import type { Comparison } from './measure.ts';
import type { Options } from './options.ts';
import { rightAligned, markdownTable } from './table.ts';

export interface CaseRow {
  readonly name: string;
  readonly title: string;
  readonly connections: number;
  /** Undefined if the product does not support the case yet. */
  readonly comparison: Comparison | undefined;
  /** The product's peak while this case ran. */
  readonly peakMegabytes: number | undefined;
}

/** The most memory that the product had while it served a number of documents. */
export interface Peak {
  readonly documents: number;
  readonly megabytes: number;
}

export interface Report {
  readonly machine: Machine;
  readonly options: Options;
  readonly meanBytes: number;
  readonly rows: readonly CaseRow[];
  readonly growth: readonly GrowthRow[];
  readonly explained: readonly ExplainRow[];
  /** The highest peak of each product process. */
  readonly peaks: readonly Peak[];
  readonly minutes: number;
}

/** The highest ratios that the goals allow: of p50 at 1 connection, and of throughput at 16. */
const readGoals = { p50: 1.2, throughput: 1.3 } as const;
const updateGoals = { p50: 1.4, throughput: 1.6 } as const;
const writeGoals = new Map([
  ['create', { p50: 1.5, throughput: 1.6 }],
  ['update', updateGoals],
  ['blindUpdate', updateGoals],
  ['save', updateGoals],
]);
const goalsOf = ({ name }: CaseRow): { readonly p50: number; readonly throughput: number } =>
  writeGoals.get(name) ?? readGoals;

/** The other goals. */
const goals = { page: 1.2, counted: 1.3, peakMegabytes: 150 } as const;

const caseCells = (row: CaseRow): readonly string[] => {
  const { title, connections, comparison, peakMegabytes } = row;
  if (comparison === undefined) return [title, String(connections), 'not supported yet', ...Array<string>(9).fill('')];
  const { product, floor, p50Ratio, throughputRatio, spread } = comparison;
  const { p50, throughput } = goalsOf(row);
  return [
    title,
    String(connections),
    formatInteger(product.perSecond),
    formatInteger(floor.perSecond),
    connections > 1 ? formatRatioWithGoal(throughputRatio, throughput) : formatRatio(throughputRatio),
    formatMs(product.p50),
    formatMs(floor.p50),
    connections === 1 ? formatRatioWithGoal(p50Ratio, p50) : formatRatio(p50Ratio),
    formatPercent(spread),
    formatMs(product.p99),
    formatMs(floor.p99),
    formatMegabytes(peakMegabytes),
  ];
};

const caseTable = (rows: readonly CaseRow[]): string =>
  markdownTable(
    [
      ['case', 'left'],
      ...rightAligned('connections', 'req/s', 'floor', 'floor ÷ product', 'p50 ms', 'floor', 'product ÷ floor'),
      ...rightAligned('spread', 'p99 ms', 'floor', 'RSS MB'),
    ],
    rows.map(caseCells),
  );

const growthTable = (rows: readonly GrowthRow[]): string => {
  const first = rows[0];
  return markdownTable(
    rightAligned(
      ...['documents', 'page p50 ms', 'to the first', 'floor', 'to the first'],
      ...['with total p50 ms', 'to the first', 'floor', 'to the first', "to the floor's page"],
    ),
    rows.map(({ documents, page, counted }) => [
      formatInteger(documents),
      formatMs(page.product.p50),
      formatRatioWithGoal(page.product.p50 / (first?.page.product.p50 ?? NaN), goals.page),
      formatMs(page.floor.p50),
      formatRatio(page.floor.p50 / (first?.page.floor.p50 ?? NaN)),
      formatMs(counted.product.p50),
      formatRatioWithGoal(counted.product.p50 / (first?.counted.product.p50 ?? NaN), goals.counted),
      formatMs(counted.floor.p50),
      formatRatio(counted.floor.p50 / (first?.counted.floor.p50 ?? NaN)),
      formatRatio(counted.product.p50 / page.floor.p50),
    ]),
  );
};

const perRow = (examined: number, rows: number): string =>
  rows === 0 ? formatInteger(examined) : (examined / rows).toFixed(examined % rows === 0 ? 0 : 1);

const explainTable = (rows: readonly ExplainRow[]): string =>
  markdownTable(
    [
      ['case', 'left'],
      ['query', 'left'],
      ['index', 'left'],
      ...rightAligned('rows', 'keys per row', 'documents per row'),
    ],
    rows.map(({ title, step: { question, indexes, scans, keysExamined, documentsExamined, rows } }) => [
      title,
      `${question.about} (${question.collection})`,
      [...(scans ? ['none'] : []), ...indexes].join(', '),
      formatInteger(rows),
      perRow(keysExamined, rows),
      perRow(documentsExamined, rows),
    ]),
  );

const facts = ({ machine, options, meanBytes, minutes }: Report): string =>
  [
    `- ${describeMachine(machine)}`,
    `- Node ${machine.node}; mongod ${machine.mongod}, a replica set of one; write concern majority with journal, pool of 15 for the product, of 10 for the floor`,
    `- ${formatInteger(options.documents)} articles of ${formatInteger(meanBytes)} bytes with a draft and a published version, one in ten only a draft, 50 categories, 500 authors`,
    `- ${options.rounds} rounds of ${options.seconds} s for each number; ${minutes.toFixed(1)} minutes in all`,
  ].join('\n');

const formatPeaks = (peaks: readonly Peak[]): string =>
  peaks
    .map(
      ({ documents, megabytes }) =>
        `${formatInteger(megabytes)} MB ${megabytes < goals.peakMegabytes ? '✓' : '✗'} with ${formatInteger(documents)} articles`,
    )
    .join(', ');

/** @returns the page */
export const reportOf = (report: Report): string => `# Benchmark

\`npm run bench\` writes this page. "Product" is Lectern as \`npm start\` runs it. "Floor" is a bare Node server with the same driver,
pool and write concern; for each case it sends hand-written queries.

${facts(report)}

## Requests

${caseTable(report.rows)}

Largest memory (RSS) of a product process: ${formatPeaks(report.peaks)}. The goal is less than ${goals.peakMegabytes} MB.

## Growth

The same list of 25, sorted by an indexed attribute, at one connection. The floor counts exactly, with the \`count\` command on an index.
The last column compares the list and its exact total with the floor's list without a total.

${growthTable(report.growth)}

## Keys and documents examined

\`lectern explain\` of the first request of each case, one line per MongoDB query.

${explainTable(report.explained)}

\`contains\` scans the index of all titles for the count, and reads documents in order until the page is full. A deep offset scans the index
entries before its first row. The row of a single article includes its lookups.

## How to read it

- Client, server and mongod share the machine's cores. Requests per second depend on the machine and the day; ratios are comparable.
- Product and floor must give equal answers and store equal documents, otherwise the run fails.
- Every round measures both, in alternating order. Requests per second are the median of the rounds, p50 and p99 are those of all
  requests, and a ratio is the median of the rounds' ratios. \`spread\` is the width of the middle half of the ratios of p50, divided by
  their median: wide if the machine was busy.
- ✓ and ✗ are the goals. Reads: p50 at most ${readGoals.p50} times the floor's at 1 connection, throughput at least the floor's divided by
  ${readGoals.throughput} at 16. Create and update: p50 at most 1.5 and ${updateGoals.p50} times, throughput at least the floor's divided by ${updateGoals.throughput}. A page is at
  most ${Math.round((goals.page - 1) * 100)} % slower for any number of documents, and a list with its total at most ${Math.round((goals.counted - 1) * 100)} %.
- The floor of an update reads the document, checks the values, and writes them if the revision is the same. A blind floor sets two attributes of
  a document that it has not read, and so keeps no rule about the whole.
- The product does more than the floor: it authenticates the caller, parses the query language and validates bodies. The client takes
  16 µs of CPU time for a request.
- RSS is the peak (VmHWM) of the product's process during that row. Each number of articles has a process of its own.
`;
