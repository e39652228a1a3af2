// Formats the time of writes with and without the search as a section of Markdown.
import { formatMs, formatRatio, formatRatioWithGoal } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { WriteRow } from './writes.ts';

/** The goal: how many times the time of a write without an index. */
const maxRatio = 1.1;

/** @returns the section */
export const writesReport = (rows: readonly WriteRow[], machine: Machine): string => `# Writes with the search

\`npm run bench search\` writes this section: writes of a document with 135 to 190 words at one connection, to a site that keeps an index and to one that does not.
In the first the relay indexes what was written, in the same process, while the next writes are measured. CPU time is that of product and mongod until the
relay has processed the writes; each site waits for the other's relay.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}

${markdownTable(
  [
    ['write', 'left'],
    ...rightAligned(
      ...['with an index p50 ms', 'without', 'with / without', 'with an index CPU ms', 'without', 'with / without'],
    ),
  ],
  rows.map(({ title, on, off, ratio }) => [
    title,
    formatMs(on.p50),
    formatMs(off.p50),
    formatRatioWithGoal(ratio, maxRatio),
    formatMs(on.cpu),
    formatMs(off.cpu),
    formatRatio(on.cpu / off.cpu),
  ]),
)}

✓ and ✗ are the goal.
`;
