// Formats the measurements as a Markdown page.
import type { ExplainRow } from './explain.ts';
import type { GrowthRow } from './growth.ts';
import type { Machine } from './machine.ts';
import type { Comparison } from './measure.ts';
import type { Options } from './options.ts';
import { rightAligned, markdownTable } from './table.ts';

export interface CaseRow {
  readonly title: string;
  readonly reads: boolean;
  readonly connections: number;
  /** Undefined if the product does not support the case yet. */
  readonly comparison: Comparison | undefined;
  /** The product's peak while this case ran. */
  readonly peakMegabytes: number | undefined;
}

export interface Report {
  readonly machine: Machine;
  readonly options: Options;
  readonly meanBytes: number;
  readonly rows: readonly CaseRow[];
  readonly growth: readonly GrowthRow[];
  readonly explained: readonly ExplainRow[];
  /** The highest peak of any product process over the whole run. */
  readonly peakMegabytes: number | undefined;
  readonly minutes: number;
}

/** The goals for the product. */
const goals = { p50Ratio: 1.3, throughputRatio: 1.5, growth: 1.2, peakMegabytes: 200 } as const;

const formatInteger = (value: number): string => Math.round(value).toLocaleString('en-US');
const formatRatio = (value: number): string => `${value.toFixed(2)}×`;
const formatMs = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const formatPercent = (value: number): string => `${Math.round(value * 100)} %`;
const formatMegabytes = (value: number | undefined): string => (value === undefined ? '–' : formatInteger(value));
const ratioWithGoal = (value: number, limit: number): string => `${formatRatio(value)} ${value <= limit ? '✓' : '✗'}`;

const caseCells = ({ title, reads, connections, comparison, peakMegabytes }: CaseRow): readonly string[] => {
  if (comparison === undefined) return [title, String(connections), 'not supported yet', ...Array<string>(9).fill('')];
  const { product, floor, p50Ratio, throughputRatio } = comparison;
  return [
    title,
    String(connections),
    formatInteger(product.perSecond),
    formatInteger(floor.perSecond),
    reads && connections > 1 ? ratioWithGoal(throughputRatio, goals.throughputRatio) : formatRatio(throughputRatio),
    formatMs(product.p50),
    formatMs(floor.p50),
    reads && connections === 1 ? ratioWithGoal(p50Ratio, goals.p50Ratio) : formatRatio(p50Ratio),
    formatMs(product.p99),
    formatMs(floor.p99),
    `${formatPercent(product.spread)} / ${formatPercent(floor.spread)}`,
    formatMegabytes(peakMegabytes),
  ];
};

const caseTable = (rows: readonly CaseRow[]): string =>
  markdownTable(
    [
      ['case', 'left'],
      ...rightAligned('connections', 'req/s', 'floor', 'floor ÷ product', 'p50 ms', 'floor', 'product ÷ floor'),
      ...rightAligned('p99 ms', 'floor', 'spread', 'RSS MB'),
    ],
    rows.map(caseCells),
  );

const growthTable = (rows: readonly GrowthRow[]): string => {
  const first = rows[0];
  return markdownTable(
    rightAligned(
      'documents',
      'page p50 ms',
      'to the first',
      'floor',
      'to the first',
      'with total p50 ms',
      'floor',
      'total alone, floor',
    ),
    rows.map(({ documents, page, counted }) => [
      formatInteger(documents),
      formatMs(page.product.p50),
      ratioWithGoal(page.product.p50 / (first?.page.product.p50 ?? NaN), goals.growth),
      formatMs(page.floor.p50),
      formatRatio(page.floor.p50 / (first?.page.floor.p50 ?? NaN)),
      formatMs(counted.product.p50),
      formatMs(counted.floor.p50),
      formatMs(counted.floor.p50 - page.floor.p50),
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
    `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGigabytes} GB; load average before the run ${machine.busy.toFixed(2)}`,
    `- Node ${machine.node}; mongod ${machine.mongod}, a replica set of one; write concern majority with journal, pool of 10, for product and floor`,
    `- ${formatInteger(options.documents)} articles of ${formatInteger(meanBytes)} bytes with a draft and a published version, one in ten only a draft, 50 categories, 500 authors`,
    `- ${options.rounds} rounds of ${options.seconds} s for each number; ${minutes.toFixed(1)} minutes in all`,
  ].join('\n');

/** @returns the page */
export const reportOf = (report: Report): string => `# Benchmark

\`npm run bench\` writes this page. "Product" is Lectern as \`npm start\` runs it. "Floor" is a bare Node server with the same driver,
pool and write concern; for each case it sends hand-written queries.

${facts(report)}

## Requests

${caseTable(report.rows)}

Peak RSS of any product process over the whole run: ${formatMegabytes(report.peakMegabytes)} MB (goal: under ${goals.peakMegabytes}).

## Growth

The same list of 25, sorted by an indexed attribute, at one connection.

${growthTable(report.growth)}

## Keys and documents examined

\`lectern explain\` of the first request of each case, one line per MongoDB query.

${explainTable(report.explained)}

- \`contains\` scans the index of all titles, because the count needs every title, and reads documents in order until the page is full.
- A deep offset scans the index entries before its first row.
- The row of a single article includes the lookups of its category and authors.

## How to read it

- Client, server and mongod share the machine's cores. Requests per second depend on the machine and the day; ratios are comparable.
- Before the measurement, product and floor get the same requests. They must give equal answers, apart from the order of keys, and
  store equal documents. Otherwise the run fails.
- Every number is the median of the rounds. Each round measures product and floor one after the other, in alternating order. A ratio
  is the median of the rounds' ratios. \`spread\` is the difference between the highest and the lowest requests per second of the rounds,
  divided by their median, for product / floor. A wide spread means that the machine was busy; smaller differences mean nothing.
- ✓ and ✗ are the goals for reads: p50 at most ${goals.p50Ratio} times the floor's at 1 connection, throughput at least the floor's divided by ${goals.throughputRatio} at
  16; a page at most ${Math.round((goals.growth - 1) * 100)} % slower for any number of documents. Writes and totals have no goal.
- The product does more than the floor: it authenticates the caller, parses the query language and validates bodies.
- RSS is the peak (VmHWM) of the product's process during that row.
`;
