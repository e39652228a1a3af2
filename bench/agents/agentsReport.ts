// Formats the measurement of the function of agents as a section of Markdown.
import { formatMegabytes, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

interface Memory {
  /** Megabytes. */
  readonly rss: number;
  /** After a garbage collection. */
  readonly heap: number;
}

export interface AgentsRun {
  readonly types: number;
  /** After each kind of call once for each type. */
  readonly begin: Memory;
  readonly rows: readonly (Memory & { readonly name: string; readonly cpu: number })[];
  /** The largest RSS. */
  readonly peak: number;
}

/** @param runs with the same kinds of calls @returns the section */
export const agentsReport = (
  runs: readonly AgentsRun[],
  { calls, heapMegabytes }: { readonly calls: number; readonly heapMegabytes: number },
  machine: Machine,
): string => {
  const columns = runs.flatMap(({ types }) => rightAligned(`${types} types: CPU ms`, 'heap MB', 'RSS MB'));
  const memory = ({ heap, rss }: Memory): readonly string[] => [formatMegabytes(heap), formatMegabytes(rss)];
  const first = ['(before)', ...runs.flatMap(({ begin }) => ['', ...memory(begin)])];
  const rows = (runs[0]?.rows ?? []).map(({ name }, at) => [
    name,
    ...runs.flatMap(({ rows: all }) => {
      const row = all[at];
      return row === undefined ? [] : [formatMs(row.cpu), ...memory(row)];
    }),
  ]);
  const peaks = runs.map(({ types, peak }) => `${formatMegabytes(peak)} MB with ${types} types`).join(', ');
  return `# Agents

\`npm run bench agents\` writes this section: ${calls} calls of each kind, one after the other, to the bundle of the function \`mcp\` in a process with
\`--max-old-space-size=${heapMegabytes}\`. Each type has 60 attributes, and the calls take them in turn. The CPU time is of one call, with the work of the driver; the
memory is that after the calls of the row and a garbage collection.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- the largest RSS: ${peaks}

${markdownTable([['call', 'left'], ...columns], [first, ...rows])}
`;
};
