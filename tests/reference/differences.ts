// Where Lectern answers otherwise than the recorded reference: rows of docs/differences.md, and the steps that show each.

/** By the first cell of the row, the steps as `scenario: label`. */
export const differences: Readonly<Record<string, readonly string[]>> = {};
