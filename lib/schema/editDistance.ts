// Counts in how many letters two words differ.

/**
 * The edit distance (optimal string alignment): how many letters change, appear, disappear or swap with their neighbour.
 *
 * @param max stops the count early: a larger distance is returned as Infinity
 */
export const editDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return Infinity;
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      const cell = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap);
      row.push(cell);
      if (cell < least) least = cell;
    }
    if (least > max) return Infinity;
    before = previous;
    previous = row;
  }
  const distance = previous[b.length] ?? 0;
  return distance > max ? Infinity : distance;
};
