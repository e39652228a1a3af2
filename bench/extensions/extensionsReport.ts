// Formats the measurement of extensions as a section of Markdown.
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

export interface RequestRow {
  readonly title: string;
  /** p50 in milliseconds. */
  readonly without: number;
  readonly having: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
}

interface ColdStart {
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface ColdRow {
  readonly name: string;
  readonly without: ColdStart;
  readonly having: ColdStart;
}

export interface ExtensionsReport {
  readonly rows: readonly RequestRow[];
  readonly cold: readonly ColdRow[];
  readonly documents: number;
  readonly rounds: number;
  readonly machine: Machine;
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** @returns the section */
export const extensionsReport = ({ rows, cold, documents, rounds, machine }: ExtensionsReport): string => {
  const requests = markdownTable(
    [['request', 'left'], ...rightAligned('p50 ms without', 'p50 ms with', 'ratio')],
    rows.map(({ title, without, having, ratio }) => [title, formatMs(without), formatMs(having), ratio.toFixed(2)]),
  );
  const starts = markdownTable(
    [['function', 'left'], ...rightAligned('kB without', 'kB with', 'start ms without', 'start ms with')],
    cold.map(({ name, without, having }) => [
      name,
      kilobytes(without.bytes),
      kilobytes(having.bytes),
      formatMs(without.milliseconds),
      formatMs(having.milliseconds),
    ]),
  );
  return `# Extensions

\`npm run bench extensions\` writes this section. Two product processes serve one database, one with an extension of articles: \`validate\`,
\`beforeWrite\` that changes an attribute, a computed attribute of two others, and \`canRead\` with a filter.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- ${formatInteger(documents)} articles, one connection, ${rounds} rounds

${requests}

- A write with hooks is a transaction: one more command, one if it changes unique values, and two to read revisions if a hook uses \`documents\`.
- With a filter in \`canRead\` a list counts its documents, as with a filter in the query, and remembers the total while nothing changes.

${starts}
`;
};
