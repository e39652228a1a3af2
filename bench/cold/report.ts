// Formats the cold-start measurements as a section of Markdown.
import { rightAligned, markdownTable } from '../table.ts';
import { contentFunctions } from './bundles.js';
import { formatRatio } from '../format.ts';
import type { FirstAnswer } from './firstAnswers.ts';
import type { Times } from './measure.ts';

export interface Row extends Times {
  readonly name: string;
  readonly bytes: number;
}

interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly busy: number;
}

/** The goals for the functions that serve content. */
const goals = { bytes: 700_000, ratio: 1.35 } as const;

const withGoal = (text: string, row: Row, holds: boolean): string =>
  contentFunctions.includes(row.name) ? `${text} ${holds ? '✓' : '✗'}` : text;

/** @param answers pairs of the driver and Lectern */
const firstAnswersTable = (answers: readonly FirstAnswer[]): string =>
  markdownTable(
    [['first answer', 'left'], ...rightAligned('ms', 'to the driver', 'CPU ms', 'to the driver')],
    answers.map(({ name, wall, cpu }, index) => {
      const floor = answers[index - (index % 2)];
      return [
        name,
        wall.toFixed(1),
        formatRatio(wall / (floor?.wall ?? NaN)),
        cpu.toFixed(1),
        formatRatio(cpu / (floor?.cpu ?? NaN)),
      ];
    }),
  );

/**
 * @param rows the measurements up to the first query; the first row is the floor
 * @param answers the measurements up to the first answer
 */
export const coldReport = (
  rows: readonly Row[],
  answers: readonly FirstAnswer[],
  { processor, cores, busy }: Machine,
  rounds: number,
): string => {
  const [floor] = rows;
  const cells = rows.map((row) => {
    const ratio = row.cpu / (floor?.cpu ?? NaN);
    return [
      row.name,
      withGoal((row.bytes / 1000).toFixed(0), row, row.bytes <= goals.bytes),
      row.cpu.toFixed(1),
      withGoal(formatRatio(ratio), row, ratio <= goals.ratio),
      row.wall.toFixed(1),
      formatRatio(row.wall / (floor?.wall ?? NaN)),
    ];
  });
  return `# Cold start

\`npm run bench:cold\` writes this section. It compares every function of the sample site, bundled as for a deployment, with a
bundle with the same settings that only imports the MongoDB driver and creates a client.

- ${processor}, ${cores} cores; load average before the run ${busy.toFixed(2)}; Node ${process.version}, no cache of compiled code
- ${rounds} rounds; in each, every bundle in a fresh process, one after the other; the numbers are medians

${markdownTable([['function', 'left'], ...rightAligned('kB', 'CPU ms', 'to the driver', 'ms', 'to the driver')], cells)}

- The time is that of the import and of the first request before its first database query, without Node's own start and the network.
  Functions that serve content parse and plan a query, which populates five relations and components, sorts, and filters through a
  relation; functions that write also validate a body.
- CPU time covers all threads of the process, and varies less than time.
- ✓ and ✗ are the goals of the functions that serve content: at most ${goals.bytes / 1000} kB and ${goals.ratio} times the driver's CPU time.

## The first answer

The same bundles in fresh processes, on a running mongod: import, connect, and answer the first request, with an API token. The driver
alone connects and finds or inserts one document, with the same write concern.

${firstAnswersTable(answers)}

The time excludes Node's own start. Before its answer, \`findOne\` reads the token, and \`create\` also draws ids.
`;
};
