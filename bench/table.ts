// Formats Markdown tables.

type Align = 'left' | 'right';

export const markdownTable = (
  columns: readonly (readonly [string, Align])[],
  rows: readonly (readonly string[])[],
): string => {
  const widths = columns.map(([name], at) => Math.max(name.length, 4, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (columns[at]?.[1] === 'left' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = columns.map(
    ([, align], at) => '-'.repeat((widths[at] ?? 0) - (align === 'left' ? 0 : 1)) + (align === 'left' ? '' : ':'),
  );
  return [line(columns.map(([name]) => name)), line(rule), ...rows.map(line)].join('\n');
};

export const rightAligned = (...names: readonly string[]): (readonly [string, Align])[] =>
  names.map((name) => [name, 'right']);
