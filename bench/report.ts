// The measurements as a page of Markdown.
import type { ExplainRow } from './explain.ts';
import type { GrowthRow } from './growth.ts';
import type { Machine } from './machine.ts';
import type { Comparison } from './measure.ts';
import type { Options } from './options.ts';
import { right, table } from './table.ts';

export interface CaseRow {
  readonly title: string;
  readonly reads: boolean;
  readonly connections: number;
  /** Undefined: the product cannot answer this yet. */
  readonly comparison: Comparison | undefined;
  /** The product's, while this case ran. */
  readonly peakMegabytes: number | undefined;
}

export interface Report {
  readonly machine: Machine;
  readonly options: Options;
  readonly meanBytes: number;
  readonly rows: readonly CaseRow[];
  readonly growth: readonly GrowthRow[];
  readonly explained: readonly ExplainRow[];
  /** Over the whole run, of every product process. */
  readonly peakMegabytes: number | undefined;
  readonly minutes: number;
}

/** What the product is held to. */
const goals = { p50Ratio: 1.3, throughputRatio: 1.5, growth: 1.2, peakMegabytes: 200 } as const;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const times = (value: number): string => `${value.toFixed(2)}×`;
const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const percent = (value: number): string => `${Math.round(value * 100)} %`;
const megabytes = (value: number | undefined): string => (value === undefined ? '–' : whole(value));
const goal = (value: number, limit: number): string => `${times(value)} ${value <= limit ? '✓' : '✗'}`;

const caseCells = ({ title, reads, connections, comparison, peakMegabytes }: CaseRow): readonly string[] => {
  if (comparison === undefined) return [title, String(connections), 'not there yet', ...Array<string>(9).fill('')];
  const { product, floor, p50Ratio, throughputRatio } = comparison;
  return [
    title,
    String(connections),
    whole(product.perSecond),
    whole(floor.perSecond),
    reads && connections > 1 ? goal(throughputRatio, goals.throughputRatio) : times(throughputRatio),
    ms(product.p50),
    ms(floor.p50),
    reads && connections === 1 ? goal(p50Ratio, goals.p50Ratio) : times(p50Ratio),
    ms(product.p99),
    ms(floor.p99),
    `${percent(product.spread)} / ${percent(floor.spread)}`,
    megabytes(peakMegabytes),
  ];
};

const caseTable = (rows: readonly CaseRow[]): string =>
  table(
    [
      ['case', 'left'],
      ...right('connections', 'req/s', 'floor', 'floor ÷ product', 'p50 ms', 'floor', 'product ÷ floor'),
      ...right('p99 ms', 'floor', 'spread', 'RSS MB'),
    ],
    rows.map(caseCells),
  );

const growthTable = (rows: readonly GrowthRow[]): string => {
  const first = rows[0];
  return table(
    right(
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
      whole(documents),
      ms(page.product.p50),
      goal(page.product.p50 / (first?.page.product.p50 ?? NaN), goals.growth),
      ms(page.floor.p50),
      times(page.floor.p50 / (first?.page.floor.p50 ?? NaN)),
      ms(counted.product.p50),
      ms(counted.floor.p50),
      ms(counted.floor.p50 - page.floor.p50),
    ]),
  );
};

const perRow = (examined: number, rows: number): string =>
  rows === 0 ? whole(examined) : (examined / rows).toFixed(examined % rows === 0 ? 0 : 1);

const explainTable = (rows: readonly ExplainRow[]): string =>
  table(
    [['case', 'left'], ['question', 'left'], ['index', 'left'], ...right('rows', 'keys a row', 'documents a row')],
    rows.map(({ title, step: { question, indexes, scans, keysExamined, documentsExamined, rows } }) => [
      title,
      `${question.about} (${question.collection})`,
      [...(scans ? ['none'] : []), ...indexes].join(', '),
      whole(rows),
      perRow(keysExamined, rows),
      perRow(documentsExamined, rows),
    ]),
  );

const facts = ({ machine, options, meanBytes, minutes }: Report): string =>
  [
    `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGigabytes} GB; load average before the run ${machine.busy.toFixed(2)}`,
    `- Node ${machine.node}; mongod ${machine.mongod}, a replica set of one; write concern majority with journal, pool of 10, both of product and floor`,
    `- ${whole(options.documents)} articles of ${whole(meanBytes)} bytes with draft and published side by side, one in ten a draft only, 50 categories, 500 authors`,
    `- ${options.rounds} rounds of ${options.seconds} s for each number; ${minutes.toFixed(1)} minutes in all`,
  ].join('\n');

/** @returns the page */
export const reportOf = (report: Report): string => `# Benchmark

Written by \`npm run bench\`. Product: Lectern as \`npm start\` runs it. Floor: a bare Node server with the same driver, pool and
write concern that sends, for each case, the queries one would write by hand.

${facts(report)}

## Requests

${caseTable(report.rows)}

Peak RSS of any product process over the whole run: ${megabytes(report.peakMegabytes)} MB (goal: under ${goals.peakMegabytes}).

## Growth

The same list of 25, sorted by an indexed attribute, at one connection.

${growthTable(report.growth)}

## What is examined

\`lectern explain\` of the first request of each case: a line for each question that MongoDB is asked.

${explainTable(report.explained)}

- \`contains\` looks at every title in their index, as there is no other way to count them, and at documents in order until the page is full.
- A deep offset passes over the rows before it in the index.
- What is looked up beside a single row counts with it: an article, its category and its authors.

## How to read it

- Client, server and mongod share the machine's cores. Numbers of requests are those of this machine on this day; ratios carry over.
- Before anything is measured, product and floor are asked the same and must answer the same, up to the order of keys; after a
  write they must have stored the same. Otherwise the run fails.
- Every number is the median of the rounds. In each round product and floor are measured one after the other, and who comes first
  changes. A ratio is the median of the rounds' ratios. \`spread\` is how far the requests a second of the rounds lie apart, as a part of
  their median, product / floor: where it is wide, something else was running; differences smaller than it say nothing.
- ✓ and ✗ are the goals for reads: p50 at most ${goals.p50Ratio} times the floor's at 1 connection, throughput at least the floor's divided by ${goals.throughputRatio} at
  16; a page at most ${Math.round((goals.growth - 1) * 100)} % slower however many documents there are. Writes and totals have no goal.
- The product also does what the floor does not: finds out who asks (the floor reads no token), reads the query language, checks bodies.
- RSS is the peak of the product's process during that row (VmHWM), since its start or the row's beginning.
`;
