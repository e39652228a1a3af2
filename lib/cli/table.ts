// Rows for people, and for scripts.

/**
 * @param titles of the columns
 * @param aligned for people: titled, in columns; else bare, with a tab between the cells
 */
export const table = (
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  aligned: boolean,
): readonly string[] => {
  if (!aligned) return rows.map((row) => row.join('\t'));
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
