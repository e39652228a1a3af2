// Formats the measurement of GraphQL as a section of Markdown.
import { formatMs, formatRatio } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

/** CPU milliseconds of a request. */
export interface GraphqlRow {
  readonly title: string;
  readonly rest: number;
  readonly graphql: number;
  readonly ratio: number;
}

export interface SchemaCost {
  readonly makeMs: number;
  readonly heapMb: number;
  readonly printMs: number;
  readonly validateMs: number;
  readonly sdlKb: number;
}

/** @returns the section */
export const graphqlReport = (rows: readonly GraphqlRow[], schema: SchemaCost, machine: Machine): string => `# GraphQL

\`npm run bench graphql\` writes this section: the same pages of articles over REST and through \`POST /graphql\`, in turns, at one connection. The times are CPU time
of the product's process for a request.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- The schema of 150 content types with 60 attributes is made at the first request: ${formatMs(schema.makeMs)} ms of CPU time, ${schema.heapMb.toFixed(1)} MB of memory.
  To check its first document takes ${formatMs(schema.validateMs)} ms, to print it ${formatMs(schema.printMs)} ms (${schema.sdlKb.toFixed(0)} kB).

${markdownTable(
  [['request', 'left'], ...rightAligned('REST ms', 'GraphQL ms', 'ratio')],
  rows.map(({ title, rest, graphql, ratio }) => [title, formatMs(rest), formatMs(graphql), formatRatio(ratio)]),
)}
`;
