// Formats the measurement of the editor as a section of Markdown.
import { formatInteger, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';

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
  readonly key: { readonly median: number; readonly p95: number };
  /** The medians of the first ten and of the last ten pages of a list. */
  readonly first: number;
  readonly last: number;
}

/** @returns the section */
export const editorReport = (report: EditorReport): string => {
  const { machine, documents, pages, keys, bytes, interactive, interactiveSlow, key, first, last } = report;
  const withGoal = (value: string, isMet: boolean): string => `${value} ${isMet ? '✓' : '✗'}`;
  const table = markdownTable(
    [['figure', 'left'], ...rightAligned('measured', 'goal')],
    [
      ['first load, gzipped', withGoal(`${formatInteger(bytes / 1000)} kB`, bytes <= 350_000), '350 kB'],
      ['interactive, home of the sample site', `${formatInteger(interactive)} ms`, ''],
      ['the same on slow 4G with a quarter of the processor', `${formatInteger(interactiveSlow)} ms`, ''],
      ['a key in a form of 200 fields, median', withGoal(`${formatMs(key.median)} ms`, key.median < 16), '16 ms'],
      ['a key in a form of 200 fields, p95', withGoal(`${formatMs(key.p95)} ms`, key.p95 < 16), '16 ms'],
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

- Interactive: the first screen is there, and for a second no task of 50 ms or more follows. The median of five visits with an empty cache.
- A key: from its event until the frame that shows it is drawn.
- A page: from the scroll to the end of the list until the next 50 rows are in it, with the request.
`;
};
