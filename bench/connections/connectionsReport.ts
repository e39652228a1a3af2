// Formats the measurement of many connections as a section of Markdown.
import { formatInteger, formatMegabytes, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import type { Summary } from '../measure.ts';
import { markdownTable, rightAligned } from '../table.ts';

export interface ConnectionsRow extends Summary {
  readonly connections: number;
  readonly pauseMs?: number;
  /** The product's peak. */
  readonly megabytes: number | undefined;
}

export interface ConnectionsReport {
  readonly rows: readonly ConnectionsRow[];
  readonly documents: number;
  readonly seconds: number;
  /** What `lectern.json` contains. */
  readonly settings: object;
  readonly machine: Machine;
}

/** @returns the section */
export const connectionsReport = ({ rows, documents, seconds, settings, machine }: ConnectionsReport): string => {
  const table = markdownTable(
    [...rightAligned('connections'), ['each sends', 'left'], ...rightAligned('req/s', 'p50 ms', 'p99 ms', 'RSS MB')],
    rows.map(({ connections, pauseMs, perSecond, p50, p99, megabytes }) => [
      formatInteger(connections),
      pauseMs === undefined ? 'without a pause' : `${pauseMs / 1000} s after an answer`,
      formatInteger(perSecond),
      formatMs(p50),
      formatMs(p99),
      formatMegabytes(megabytes),
    ]),
  );
  return `# Many connections

\`npm run bench connections\` writes this section. It opens keep-alive connections to one product process, and each sends requests for one
article by its id, one after the other.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- ${formatInteger(documents)} articles; ${seconds} s for each row; every request succeeds, otherwise the run fails

${table}

- \`lectern.json\` is \`${JSON.stringify(settings)}\`: by default a server has 1,000 connections, and without a
  trusted proxy one address gets half of them.
- Each connection is an open file of the server and of the client (\`ulimit -n\`).
- Without a pause, all connections wait for the same two cores, so a request takes about as long as a thousand others.
`;
};
