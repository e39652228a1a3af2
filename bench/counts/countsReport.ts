// Formats the measurement of totals as a section of Markdown.
import { formatInteger, formatMs, formatRatio } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

export interface CountsRow {
  readonly title: string;
  /** CPU milliseconds of a request. */
  readonly product: number;
  readonly mongod: number;
  /** To the first row. */
  readonly ratio: number;
}

interface CountsReport {
  readonly sections: readonly { readonly title: string; readonly rows: readonly CountsRow[] }[];
  readonly changing: readonly CountsRow[];
  /** Of the last measurement: its requests, and how many of them counted. */
  readonly requests: number;
  readonly counted: number;
}

const cellsOf = ({ product, mongod, ratio }: CountsRow): readonly string[] => [
  formatMs(product),
  formatMs(mongod),
  formatMs(product + mongod),
  formatRatio(ratio),
];

/** @returns the section */
export const countsReport = (
  { sections, changing, requests, counted }: CountsReport,
  documents: number,
  machine: Machine,
): string => `# Counts

\`npm run bench counts\` writes this section: lists of 25 of ${formatInteger(documents)} small articles, sorted, with a filter that about half of them match, at one
connection. The times are CPU time of the product's process and of mongod for a request.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- "counted anew" has another condition in each request, so nothing can be remembered

${markdownTable(
  [['filter', 'left'], ['total', 'left'], ...rightAligned('product ms', 'mongod ms', 'both ms', 'to the list alone')],
  sections.flatMap(({ title, rows }) => rows.map((row) => [title, row.title, ...cellsOf(row)])),
)}

While an article changes each second, filtered by an attribute. Of ${formatInteger(requests)} requests in ten seconds, ${formatInteger(counted)} counted.

${markdownTable(
  [['total', 'left'], ...rightAligned('product ms', 'mongod ms', 'both ms', 'to counted anew')],
  changing.map((row) => [row.title, ...cellsOf(row)]),
)}
`;
