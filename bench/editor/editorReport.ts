// Formats the measurement of the editor as a section of Markdown.
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { PasteTimes } from './pasting.ts';
import { keys, rounds, type measureTyping, type OpeningTimes, type TypingTimes } from './typing.ts';

export interface EditorReport {
  readonly machine: Machine;
  readonly documents: number;
  readonly pages: number;
  /** Of the first load, compressed. */
  readonly bytes: number;
  /** In milliseconds, as all times. */
  readonly interactive: number;
  readonly interactiveSlow: number;
  readonly typing: Awaited<ReturnType<typeof measureTyping>>;
  readonly opening: OpeningTimes;
  readonly pastes: readonly PasteTimes[];
  /** The medians of the first ten and of the last ten pages of a list. */
  readonly first: number;
  readonly last: number;
}

/** @returns the section */
export const editorReport = (report: EditorReport): string => {
  const { machine, documents, pages, bytes, interactive, interactiveSlow, typing, opening, pastes, first, last } =
    report;
  const withGoal = (value: string, isMet: boolean): string => `${value} ${isMet ? '✓' : '✗'}`;
  const keyRow = (place: string, { cpu, wall }: TypingTimes, most = 24) => [
    `a key in ${place}`,
    withGoal(`${formatMs(cpu.median)} and ${formatMs(cpu.p95)} ms`, cpu.median <= 16 && cpu.p95 <= most),
    `${formatMs(wall.median)} and ${formatMs(wall.p95)} ms`,
    `16 and ${most} ms`,
  ];
  const pasteRow = ({ name, count, time: { cpu, wall, longestTask } }: PasteTimes) => {
    const isLong = count > 2_000;
    const measured = `${formatInteger(cpu)} ms`;
    return [
      `${name}, ${formatInteger(count)} paragraphs`,
      isLong ? measured : withGoal(measured, cpu < 500),
      isLong ? `${formatInteger(wall)} ms; longest task ${formatInteger(longestTask)} ms` : `${formatInteger(wall)} ms`,
      isLong ? 'no frozen page' : '500 ms',
    ];
  };
  const workTable = markdownTable(
    [['what the user does', 'left'], ...rightAligned('CPU', 'wall', 'goal')],
    [
      keyRow('a document with 200 fields', typing.fields),
      keyRow('an entry of a repeatable component with 200', typing.entries),
      keyRow('an entry of a dynamic zone with 60', typing.zone, 33),
      keyRow('a text of 400 paragraphs of blocks', typing.blocks, 33),
      [
        'all entries of that zone open at once',
        '',
        `${formatInteger(opening.wall)} ms; longest task ${formatInteger(opening.longestTask)} ms`,
        'no frozen page',
      ],
      ...pastes.map(pasteRow),
    ],
  );
  const table = markdownTable(
    [['figure', 'left'], ...rightAligned('measured', 'goal')],
    [
      ['first load, compressed', withGoal(`${formatInteger(bytes / 1000)} kB`, bytes <= 300_000), '300 kB'],
      ['interactive, home of the sample site', `${formatInteger(interactive)} ms`, ''],
      ['the same on slow 4G with a quarter of the processor', `${formatInteger(interactiveSlow)} ms`, ''],
      ['a page of the list, median of the first ten', `${formatMs(first)} ms`, ''],
      [
        `a page of the list, median of the last ten of ${pages}`,
        withGoal(`${formatMs(last)} ms`, last <= first * 1.5),
        'as the first',
      ],
    ],
  );
  return `# Editor

\`npm run bench editor\` writes this section. It opens the editor in Chromium, without a limit of frames: the time until the next frame is work, and
not the wait for the display.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}
- ${rounds} rounds of ${keys} keys; a list of ${formatInteger(documents)} documents

${table}

${workTable}

- Interactive: from the start of the navigation until the home screen is in the page and the last task of 50 ms or more has ended. The median of five
  visits with an empty cache.
- A key: from the \`keydown\` event until the browser has drawn the next frame, which contains the letter. Median and p95, each the least of all rounds;
  the pauses between the keys include those after which the browser keeps the text, and the form is saved.
- A paste: from the \`paste\` event until the last words are drawn, in a new document.
- CPU: of the page's main thread, which the goals are compared with, because other programs on the machine change the wall time.
- A page: from the scroll to the end of the list until the next 50 rows are in it, with the request.
`;
};
