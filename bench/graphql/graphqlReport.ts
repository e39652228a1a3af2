// Formats the measurement of GraphQL as a section of Markdown.
import { formatMs, formatRatio } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { strapiVersion } from '../strapi/install.ts';
import { markdownTable, rightAligned } from '../table.ts';

/** Milliseconds of a request in two ways; the ratio is the second divided by the first. */
interface Comparison {
  readonly first: number;
  readonly second: number;
  readonly ratio: number;
}

export interface GraphqlRow {
  readonly title: string;
  readonly cpu: Comparison;
  readonly p50: Comparison;
}

/** Lectern is the first. */
export interface BesideStrapi {
  readonly rows: readonly GraphqlRow[];
  readonly database: string;
}

export interface SchemaCost {
  readonly makeMs: number;
  readonly heapMb: number;
  readonly printMs: number;
  readonly validateMs: number;
  readonly sdlKb: number;
}

/** @returns the section */
export const graphqlReport = (
  rows: readonly GraphqlRow[],
  strapi: BesideStrapi,
  schema: SchemaCost,
  machine: Machine,
): string => `# GraphQL

\`npm run bench graphql\` writes this section: the same pages of articles over REST and through \`POST /graphql\`, in turns, at one connection. The times are CPU time
of the product's process for a request. Both have the same fields, with the ids of components.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- The schema of 150 content types with 60 attributes is made at the first request: ${formatMs(schema.makeMs)} ms of CPU time, ${schema.heapMb.toFixed(1)} MB of memory.
  To check its first document takes ${formatMs(schema.validateMs)} ms, to print it ${formatMs(schema.printMs)} ms (${schema.sdlKb.toFixed(0)} kB).

${markdownTable(
  [['request', 'left'], ...rightAligned('REST ms', 'GraphQL ms', 'ratio')],
  rows.map(({ title, cpu }) => [title, formatMs(cpu.first), formatMs(cpu.second), formatRatio(cpu.ratio)]),
)}

The same documents, sent to Lectern and to Strapi ${strapiVersion} with its GraphQL plugin on ${strapi.database}, in turns. Both must give equal answers
first. The CPU time is that of the server's process, without its database; p50 is the time until the answer is complete.

${markdownTable(
  [
    ['document', 'left'],
    ...rightAligned('Lectern CPU ms', 'Strapi', 'Strapi ÷ Lectern', 'Lectern p50 ms', 'Strapi', 'Strapi ÷ Lectern'),
  ],
  strapi.rows.map(({ title, cpu, p50 }) => [
    title,
    ...[cpu, p50].flatMap(({ first, second, ratio }) => [formatMs(first), formatMs(second), formatRatio(ratio)]),
  ]),
)}
`;
