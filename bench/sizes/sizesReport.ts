// Formats what was measured at each size as a section of Markdown, and marks what grows.
import { formatInteger, formatMegabytes, formatMs } from '../format.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { markdownTable, rightAligned } from '../table.ts';
import type { SizeRow } from './rows.ts';

export interface MeasuredSize {
  readonly documents: number;
  readonly rows: readonly SizeRow[];
}

/** Times of a busy machine differ by this much without a reason. */
const flatRatio = 1.5;

const cpuOf = ({ cpu, mongodCpu }: SizeRow): number => cpu + mongodCpu;

/** How the CPU time of a unit at the largest size compares with that at the smallest. */
const growthOf = (rows: readonly (SizeRow | undefined)[]): string => {
  const measured = rows.filter((row) => row !== undefined);
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return '–';
  const ratio = cpuOf(last) / cpuOf(first);
  return `${ratio.toFixed(1)}× ${ratio <= flatRatio ? 'flat' : '**grows**'}`;
};

/** @returns the section */
export const sizesReport = (sizes: readonly MeasuredSize[], machine: Machine): string => {
  const titles = [...new Set(sizes.flatMap(({ rows }) => rows.map(({ title }) => title)))];
  const columns = [
    ['step', 'left'] as const,
    ['for', 'left'] as const,
    ...sizes.flatMap(({ documents }) =>
      rightAligned(`${formatInteger(documents)}: product ms`, 'mongod ms', 'wall ms', 'MB'),
    ),
    ...rightAligned('CPU, last to first'),
  ];
  const lines = titles.map((title) => {
    const rows = sizes.map((size) => size.rows.find((row) => row.title === title));
    const unit = rows.find((row) => row !== undefined)?.unit ?? '';
    const cells = rows.flatMap((row) =>
      row === undefined
        ? ['–', '–', '–', '–']
        : [formatMs(row.cpu), formatMs(row.mongodCpu), formatMs(row.wall), formatMegabytes(row.megabytes)],
    );
    return [title, unit, ...cells, growthOf(rows)];
  });
  return `# Sizes

\`npm run bench sizes\` writes this page: sites of small documents (a title, a slug, a number, a date, and a relation to one of 1,000 categories; a draft and
a published version). Times are CPU time of the product and of mongod, and wall time, for one request or for 1,000 documents; MB is the peak of the
product's memory. A step whose CPU time at the largest size is more than ${flatRatio} times that at the smallest grows.

- ${describeMachine(machine)}; Node ${machine.node}; mongod ${machine.mongod}

${markdownTable(columns, lines)}
`;
};
