// Counts in how many letters two words differ.

const restDistance = (a: string, b: string, max: number): number => {
  // One mistake leaves two letters at most, which are swapped.
  if (max === 1 && (a.length > 2 || b.length > 2)) return Infinity;
  if (a === '' || b === '') return a.length + b.length > max ? Infinity : a.length + b.length;
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

/**
 * The edit distance (optimal string alignment): how many letters change, appear, disappear or swap with their neighbour.
 *
 * @param max stops the count early: a larger distance is returned as Infinity
 */
export const editDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return Infinity;
  // What both begin and end with does not count, and most words differ in the middle.
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return restDistance(a.slice(start, a.length - end), b.slice(start, b.length - end), max);
};
