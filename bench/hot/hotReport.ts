// Formats the measurement of writes of one document as a section of Markdown.
import { formatInteger } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

/** Requests that are sent at once. */
export interface Storm {
  readonly processes: number;
  readonly requests: number;
}

export interface HotRow extends Storm {
  readonly title: string;
  /** The requests without success, in the worst round. */
  readonly refused: number;
  /** Milliseconds until half of the requests, and until all, are answered: medians of the rounds. */
  readonly half: number;
  readonly last: number;
}

/** @returns the section */
export const hotReport = (rows: readonly HotRow[], rounds: number, machine: Machine): string => `# One document

\`npm run bench hot\` writes this section: all requests are sent at once, and each changes the same document. After each round the benchmark checks
that every answered change is stored.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- ${rounds} rounds; the times are medians

${markdownTable(
  [['request', 'left'], ...rightAligned('processes', 'requests', 'refused', 'half answered ms', 'all answered ms')],
  rows.map(({ title, processes, requests, refused, half, last }) => [
    title,
    ...[processes, requests, refused, half, last].map(formatInteger),
  ]),
)}
`;
