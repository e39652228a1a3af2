// Formats the measurement of the editor as a section of Markdown.
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

export interface KeyTimes {
  readonly median: number;
  readonly p95: number;
}

export interface EditorReport {
  readonly machine: Machine;
  readonly documents: number;
  readonly pages: number;
  readonly keys: number;
  /** Of the first load, gzipped. */
  readonly bytes: number;
  /** In milliseconds, as all times. */
  readonly interactive: number;
  readonly interactiveSlow: number;
  /** Of a document with 200 fields. */
  readonly field: KeyTimes;
  /** Of an entry with 200 fields. */
  readonly entryField: KeyTimes;
  /** The medians of the first ten and of the last ten pages of a list. */
  readonly first: number;
  readonly last: number;
}

/** @returns the section */
export const editorReport = (report: EditorReport): string => {
  const { machine, documents, pages, keys, bytes, interactive, interactiveSlow, field, entryField, first, last } =
    report;
  const withGoal = (value: string, isMet: boolean): string => `${value} ${isMet ? '✓' : '✗'}`;
  const keyRows = (place: string, { median, p95 }: KeyTimes) => [
    [`a key in a field of ${place}, median`, withGoal(`${formatMs(median)} ms`, median < 16), '16 ms'],
    [`a key in a field of ${place}, p95`, withGoal(`${formatMs(p95)} ms`, p95 < 16), '16 ms'],
  ];
  const table = markdownTable(
    [['figure', 'left'], ...rightAligned('measured', 'goal')],
    [
      ['first load, gzipped', withGoal(`${formatInteger(bytes / 1000)} kB`, bytes <= 350_000), '350 kB'],
      ['interactive, home of the sample site', `${formatInteger(interactive)} ms`, ''],
      ['the same on slow 4G with a quarter of the processor', `${formatInteger(interactiveSlow)} ms`, ''],
      ...keyRows('a document with 200', field),
      ...keyRows('a repeatable component with 200', entryField),
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
- ${keys} keys; a list of ${formatInteger(documents)} documents

${table}

- Interactive: from the start of the navigation until the home screen is in the page and the last task of 50 ms or more has ended. The median of five
  visits with an empty cache.
- A key: from the \`keydown\` event until the browser has drawn the next frame, which contains the letter.
- A page: from the scroll to the end of the list until the next 50 rows are in it, with the request.
`;
};
