// Formats how fast the relay indexes as a section of Markdown.
import { formatInteger, formatMegabytes, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { IndexingRow } from './indexing.ts';

/** The goal: documents a second. */
const minPerSecond = 1_000;

/** @returns the section */
export const indexingReport = (rows: readonly IndexingRow[], machine: Machine): string => `# Indexing a bulk

\`npm run bench search indexing\` writes this section: a product starts on a site whose outbox has the events of so many documents that a bulk has created, each
with a draft and a published version of 135 to 220 words, and empty indexes of both. Measured until the relay has indexed all and removed their events.
\`LECTERN_BENCH_DOCUMENTS\` is the number of documents.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}

${markdownTable(
  [
    ['documents', 'left'],
    ...rightAligned(
      'number',
      'a second',
      'product CPU ms a document',
      'mongod CPU ms',
      'most memory of the product, MB',
    ),
  ],
  rows.map(({ title, documents, perSecond, productCpu, mongodCpu, megabytes }) => [
    title,
    formatInteger(documents),
    `${formatInteger(perSecond)} ${perSecond >= minPerSecond ? '✓' : '✗'}`,
    formatMs(productCpu),
    formatMs(mongodCpu),
    formatMegabytes(megabytes),
  ]),
)}

✓ and ✗ are the goal.
`;
