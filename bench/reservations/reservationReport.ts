// Formats what reserved values cost as a section of Markdown.
import { formatInteger, formatMs, formatRatio } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

/** CPU time for each write, and its ratio to that of the first row. */
interface Cost {
  readonly ms: number;
  readonly ratio: number;
}

export interface ReservationRow {
  readonly title: string;
  readonly mongod: Cost;
  readonly node: Cost;
}

/**
 * @param perArticle bytes, before compression
 * @returns the section
 */
export const reservationReport = (
  rows: readonly ReservationRow[],
  counts: { readonly documents: number; readonly rounds: number; readonly writesInRound: number },
  perArticle: { readonly data: number; readonly indexes: number },
  machine: Machine,
): string => `# Reserved values

\`npm run bench reservations\` writes this section: the CPU time of a created article with the driver alone, with unique indexes as today, and with
[reserved values](../docs/internals/shards.md) in their place.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}, a replica set of one
- ${formatInteger(counts.documents)} articles with all indexes; ${counts.rounds} alternating rounds of ${counts.writesInRound} writes, one after the other; medians
- an article has ${formatInteger(perArticle.data)} bytes, and ${formatInteger(perArticle.indexes)} in indexes

${markdownTable(
  [['create', 'left'], ...rightAligned('mongod CPU ms', 'to the first', 'Node CPU ms', 'to the first')],
  rows.map(({ title, mongod, node }) => [
    title,
    ...[mongod, node].flatMap(({ ms, ratio }) => [formatMs(ms), formatRatio(ratio)]),
  ]),
)}
`;
