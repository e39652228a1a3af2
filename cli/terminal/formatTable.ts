// Formats rows as a table for people or as tab-separated lines for scripts.

/** @returns one line per row, with the columns aligned */
export const alignColumns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/**
 * @param titles the titles of the columns
 * @param forPeople true: aligned columns with titles; false: no titles, a tab between the cells
 */
export const formatTable = (
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  forPeople: boolean,
): readonly string[] => (forPeople ? alignColumns([titles, ...rows]) : rows.map((row) => row.join('\t')));
