// The measurements as a section of Markdown.
import { right, table } from '../table.ts';
import { content } from './bundles.js';
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

/** What the functions that serve content are held to. */
const goals = { bytes: 700_000, ratio: 1.35 } as const;

const told = (text: string, row: Row, holds: boolean): string =>
  content.includes(row.name) ? `${text} ${holds ? '✓' : '✗'}` : text;

const times = (value: number): string => `${value.toFixed(2)}×`;

/** @param rows the floor first */
export const coldReport = (rows: readonly Row[], { processor, cores, busy }: Machine, rounds: number): string => {
  const [floor] = rows;
  const cells = rows.map((row) => {
    const ratio = row.cpu / (floor?.cpu ?? NaN);
    return [
      row.name,
      told((row.bytes / 1000).toFixed(0), row, row.bytes <= goals.bytes),
      row.cpu.toFixed(1),
      told(times(ratio), row, ratio <= goals.ratio),
      row.wall.toFixed(1),
      times(row.wall / (floor?.wall ?? NaN)),
    ];
  });
  return `# Cold start

Written by \`npm run bench:cold\`: every function of the sample site as it is deployed, beside a bundle that imports the MongoDB
driver, by the same settings, and makes a client of it.

- ${processor}, ${cores} cores; load average before the run ${busy.toFixed(2)}; Node ${process.version}, no cache of compiled code
- ${rounds} rounds; in each, every bundle in a fresh process, one after the other; the numbers are medians

${table([['function', 'left'], ...right('kB', 'CPU ms', 'to the driver', 'ms', 'to the driver')], cells)}

- Measured is the import of the bundle and what its first request does before it asks the database for anything: the service is made
  and, of the functions that serve content, a query is read and planned (with five relations and components populated, sorted and
  filtered through a relation) and, where they write, a body is checked. Node's own start is not in it, nor is the network: neither
  side connects, so that what is compared is what the functions add to the driver.
- CPU time is of all threads of the process; it is what to go by where others use the machine too.
- ✓ and ✗ are the goals of the functions that serve content: at most ${goals.bytes / 1000} kB, and ${goals.ratio} times the driver's CPU time.
`;
};
