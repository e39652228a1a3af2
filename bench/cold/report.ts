// Formats the cold-start measurements as a section of Markdown.
import { rightAligned, markdownTable } from '../table.ts';
import { contentFunctions } from './bundles.js';
import { formatRatio, formatRatioWithGoal } from '../format.ts';
import { describeMachine, type Host } from '../machine.ts';
import type { FirstAnswer } from './firstAnswers.ts';
import type { Times } from './measure.ts';

export interface Row extends Times {
  readonly name: string;
  readonly bytes: number;
}

/** The most bytes of the functions that serve content. */
const mostBytes = 640_000;

/** The goals for the CPU time, in that of the driver alone. */
const ratioGoals: Readonly<Record<string, number>> = {
  ...{ find: 1.2, findOne: 1.2, create: 1.25, update: 1.25, delete: 1.2 },
  ...{ auth: 1.4, relay: 1.4 },
  ...{ 'read: findOne': 1.2, 'write: create': 1.4 },
};

const formatRatioOf = (name: string, ratio: number): string => {
  const goal = ratioGoals[name];
  return goal === undefined ? formatRatio(ratio) : formatRatioWithGoal(ratio, goal);
};

const formatBytes = ({ name, bytes }: Row): string => {
  const text = (bytes / 1000).toFixed(0);
  return contentFunctions.includes(name) ? `${text} ${bytes <= mostBytes ? '✓' : '✗'}` : text;
};

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
        formatRatioOf(name, cpu / (floor?.cpu ?? NaN)),
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
  host: Host,
  rounds: number,
): string => {
  const [floor] = rows;
  const cells = rows.map((row) => [
    row.name,
    formatBytes(row),
    row.cpu.toFixed(1),
    formatRatioOf(row.name, row.cpu / (floor?.cpu ?? NaN)),
    row.wall.toFixed(1),
    formatRatio(row.wall / (floor?.wall ?? NaN)),
  ]);
  return `# Cold start

\`npm run bench:cold\` writes this section. It compares every function of the sample site, bundled as for a deployment, with a
bundle that only imports the MongoDB driver and creates a client: what esbuild makes of it with the same settings, without the
changes of \`bin/lazyFunctions.js\` and most of \`bin/shims.js\`.

- ${describeMachine(host)}; Node ${host.node}, no cache of compiled code
- ${rounds} rounds; in each, every bundle in a fresh process, one after the other; the numbers are medians

${markdownTable([['function', 'left'], ...rightAligned('kB', 'CPU ms', 'to the driver', 'ms', 'to the driver')], cells)}

- The time is that of the import and of the first request before its first database query, without Node's own start and the network.
  Functions that serve content parse and plan a query, which populates five relations and components, sorts, and filters through a
  relation; functions that write also validate a body.
- CPU time covers all threads of the process, and varies less than time.
- ✓ and ✗ are goals. Functions that serve content: at most ${mostBytes / 1000} kB, and of the driver's CPU time 1.2 times to read and delete,
  1.25 times to create and update; \`auth\` and \`relay\` 1.4 times; the first answer 1.2 times for a read, 1.4 times for a write.

## The first answer

The same bundles in fresh processes, on a running mongod: import, connect, and answer the first request, with an API token. The driver
alone connects and finds or inserts one document, with the same write concern.

${firstAnswersTable(answers)}

The time excludes Node's own start. Before its answer, \`findOne\` reads the token, and \`create\` also draws ids.
`;
};
