// Formats the speed of the search as a section of Markdown.
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { SpeedRow } from './speed.ts';

/** The goals. */
const limits = { twoWordsMs: 10, typingMs: 5, perSecond: 1_000 };

const mark = (isMet: boolean): string => (isMet ? ' ✓' : ' ✗');
const formatMsWithGoal = (value: number, limit: number): string => formatMs(value) + mark(value <= limit);

const speedRow = ({ documents, containsAnyCase, twoWords, typingAhead, manyConnections, ...index }: SpeedRow) => [
  formatInteger(documents),
  formatMs(containsAnyCase.p50),
  formatMsWithGoal(twoWords.p50, limits.twoWordsMs),
  formatMs(twoWords.p99),
  formatMsWithGoal(typingAhead.p50, limits.typingMs),
  formatMs(typingAhead.p99),
  formatInteger(manyConnections.perSecond) + mark(manyConnections.perSecond >= limits.perSecond),
  formatInteger(index.indexBytes),
  formatInteger(index.buildSeconds),
];

/** @returns the section */
export const speedReport = (rows: readonly SpeedRow[], machine: Machine): string => `# Speed of the search

\`npm run bench search\` writes this section, on published documents of one type, in one locale, with 135 to 190 words. There are 200,000 different words, as frequent
as in a language (Zipf). A search has two words that follow each other in a document, so \`_q\` finds it too. Each answer has the first 25 documents and the total.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}

${markdownTable(
  rightAligned(
    ...['documents', '`_q` p50 ms', 'two words p50 ms', 'p99', 'typing ahead p50 ms', 'p99'],
    ...['16 connections, a second', 'index, bytes a version', 'built in s'],
  ),
  rows.map(speedRow),
)}

"Typing ahead" sends each beginning of two words. There is an index of the drafts as well, for editors. ✓ and ✗ are the goals.
`;
