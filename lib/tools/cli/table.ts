// Rows for people, and for scripts.

/** Lines with their cells below one another. */
export const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/**
 * @param titles of the columns
 * @param forPeople titled, in columns; else bare, with a tab between the cells
 */
export const table = (
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  forPeople: boolean,
): readonly string[] => (forPeople ? aligned([titles, ...rows]) : rows.map((row) => row.join('\t')));
