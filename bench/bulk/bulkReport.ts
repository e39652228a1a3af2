// Formats the measurement of bulk writes as a section of Markdown.
import { formatInteger, formatMegabytes, formatRatio, formatRatioWithGoal } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { median } from '../statistics.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { Measurement } from './measure.ts';

/** The goal: how many times the floor's time the largest requests may take. */
const maxRatio = 4;

/** A way to write the articles, and how long it took in each round. */
export interface MeasuredWay {
  readonly title: string;
  readonly rounds: readonly Measurement[];
}

/** The median of the rounds' ratios. */
const ratioOf = ({ rounds }: MeasuredWay, floor: MeasuredWay): number =>
  median(rounds.map(({ seconds }, round) => seconds / (floor.rounds[round]?.seconds ?? NaN)));

/** Whether a way misses the goal. */
export const missesGoal = (way: MeasuredWay, floor: MeasuredWay): boolean => ratioOf(way, floor) > maxRatio;

const cellsOf = (way: MeasuredWay, floor: MeasuredWay, count: number): readonly string[] => {
  const seconds = median(way.rounds.map((round) => round.seconds));
  const peaks = way.rounds.flatMap(({ megabytes }) => megabytes ?? []);
  const ratio = ratioOf(way, floor);
  return [
    way.title,
    seconds.toFixed(1),
    formatInteger(count / seconds),
    way === floor ? formatRatio(ratio) : formatRatioWithGoal(ratio, maxRatio),
    formatMegabytes(peaks.length === 0 ? undefined : Math.max(...peaks)),
  ];
};

/** @param count the number of articles @returns the section */
export const bulkReport = (
  ways: readonly MeasuredWay[],
  floor: MeasuredWay,
  count: number,
  machine: Machine,
): string => `# Bulk

\`npm run bench bulk\` writes this section: ${formatInteger(count)} articles with two relations, four components, a draft and a published version.

- ${describeMachine(machine)}; Node ${machine.node}, mongod ${machine.mongod}
- ${floor.rounds.length} rounds; in each, every way on an empty collection with all indexes, one after the other; the numbers are medians
- The floor is the driver's \`insertMany\` of the stored documents in batches of 1,000. A request has as many entries as the first column
  says, or as fit into 1 MiB; one request follows the other. \`lectern seed\` includes the start of the process.
- ✓ and ✗ are the goal: at most ${maxRatio} times the floor's time. RSS is the peak of the product's process.

${markdownTable(
  [['', 'left'], ...rightAligned('s', 'documents/s', 'to the floor', 'RSS MB')],
  ways.map((way) => cellsOf(way, floor, count)),
)}
`;
