// Formats the measurement of what looks for work as a section of Markdown.
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

/** Milliseconds of the processor's time for each second, and operations for each second. */
export interface PollingRow {
  readonly title: string;
  /** Of the server. */
  readonly node: number;
  readonly mongod: number;
  /** The commands of mongod, without those of monitoring. */
  readonly operations: number;
  /** Of the benchmark, which follows the change stream, and sends the requests. */
  readonly own: number;
}

/** @returns the section */
export const pollingReport = (rows: readonly PollingRow[], machine: Machine, seconds: number): string => {
  const table = markdownTable(
    [['', 'left'], ...rightAligned('server ms/s', 'mongod ms/s', 'operations/s', 'benchmark ms/s')],
    rows.map(({ title, ...values }) => [
      title,
      ...[values.node, values.mongod, values.operations, values.own].map((value) => value.toFixed(1)),
    ]),
  );
  return `# Looking for work

\`npm run bench polling\` writes this section: the processor's time of a server and of mongod for each second, over ${seconds} s.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- The benchmark sends the requests, and follows the change stream: all changes of the database, with their names and ids only.

${table}
`;
};
