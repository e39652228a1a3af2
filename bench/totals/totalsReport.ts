// Formats the measurement of a list after a seed as a section of Markdown.
import { formatInteger, formatMs, formatRatio } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

export interface TotalsRow {
  readonly title: string;
  /** Milliseconds of half of the requests. */
  readonly before: number;
  readonly after: number;
}

/** @returns the section */
export const totalsReport = (
  rows: readonly TotalsRow[],
  { seeded, seconds }: { readonly seeded: number; readonly seconds: number },
  machine: Machine,
): string => `# Totals after a seed

\`npm run bench totals\` writes this section: a list of 25 at one connection, before \`lectern seed\` writes ${formatInteger(seeded)} documents of its type, and from one
second after the command has ended.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- the seed took ${formatInteger(seconds)} s

${markdownTable(
  [['list', 'left'], ...rightAligned('before p50 ms', 'after p50 ms', 'after / before')],
  rows.map(({ title, before, after }) => [title, formatMs(before), formatMs(after), formatRatio(after / before)]),
)}
`;
