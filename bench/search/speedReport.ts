// Formats the speed of the search as a section of Markdown.
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { SpeedRow, SpeedSummary } from './speed.ts';

/** The goals. */
const limits = { twoWordsMs: 10, typingMs: 5, typingP95Ms: 15, perSecond: 300, repeatedPerSecond: 600 };

const mark = (isMet: boolean): string => (isMet ? ' ✓' : ' ✗');
const formatMsWithGoal = (value: number, limit: number): string => formatMs(value) + mark(value <= limit);

const speedRow = ({ documents, containsAnyCase, twoWords, typingAhead, ...others }: SpeedRow) => {
  const { manyTwoWords, manyTypingAhead, manyRepeated, indexBytes, buildSeconds } = others;
  const rate = ({ perSecond }: SpeedSummary, least = limits.perSecond): string =>
    formatInteger(perSecond) + mark(perSecond >= least);
  return [
    formatInteger(documents),
    containsAnyCase === undefined ? '> 20,000' : formatMs(containsAnyCase.p50),
    formatMsWithGoal(twoWords.p50, limits.twoWordsMs),
    formatMs(twoWords.p95),
    formatMsWithGoal(typingAhead.p50, limits.typingMs),
    formatMsWithGoal(typingAhead.p95, limits.typingP95Ms),
    rate(manyTwoWords),
    rate(manyTypingAhead),
    rate(manyRepeated, limits.repeatedPerSecond),
    formatInteger(indexBytes),
    buildSeconds === undefined ? '–' : formatInteger(buildSeconds),
  ];
};

const cpuRow = ({ documents, ...row }: SpeedRow) => [
  formatInteger(documents),
  ...[row.containsAnyCase, row.twoWords, row.typingAhead, row.manyTwoWords, row.manyTypingAhead, row.manyRepeated].map(
    (summary) => (summary === undefined ? '–' : `${formatMs(summary.productCpu)} + ${formatMs(summary.mongodCpu)}`),
  ),
];

/** @returns the section */
export const speedReport = (rows: readonly SpeedRow[], machine: Machine): string => `# Speed of the search

\`npm run bench search\` writes this section, on published documents of one type without drafts, in one locale, with 135 to 190 words. There are 200,000 different
words, as frequent as in a language (Zipf). A search has two words that follow each other in a document, so \`_q\` finds it too; one of them may be in half of the
documents. No search of a round was sent before, except of the 200 that are repeated. "Typing ahead" sends each beginning of two words. Each answer has
the first ten documents with excerpts, and the total.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}

${markdownTable(
  rightAligned(
    ...['documents', '`_q` p50 ms', 'two words p50 ms', 'p95', 'typing ahead p50 ms', 'p95'],
    ...['two words, 16 connections, a second', 'typing ahead', 'repeated', 'index, bytes a document', 'built in s'],
  ),
  rows.map(speedRow),
)}

✓ and ✗ are the goals. CPU time of the product and of mongod for a request, in ms:

${markdownTable(
  rightAligned(
    ...['documents', '`_q`', 'two words', 'typing ahead', 'two words, 16 connections', 'typing ahead', 'repeated'],
  ),
  rows.map(cpuRow),
)}
`;
