// Counts in how many letters two words differ.

/**
 * Whether so many mistakes make `b` of `a`, from these places on. For two mistakes it takes a tenth of the time of a table, because
 * most words that differ do so soon.
 */
const isWithin = (a: string, i: number, b: string, j: number, mistakes: number): boolean => {
  let [at, to] = [i, j];
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(to)) {
    at++;
    to++;
  }
  const [rest, other] = [a.length - at, b.length - to];
  if (rest === 0 || other === 0) return rest + other <= mistakes;
  if (mistakes === 0 || Math.abs(rest - other) > mistakes) return false;
  return (
    isWithin(a, at + 1, b, to + 1, mistakes - 1) ||
    isWithin(a, at + 1, b, to, mistakes - 1) ||
    isWithin(a, at, b, to + 1, mistakes - 1) ||
    (a.charCodeAt(at) === b.charCodeAt(to + 1) &&
      a.charCodeAt(at + 1) === b.charCodeAt(to) &&
      isWithin(a, at + 2, b, to + 2, mistakes - 1))
  );
};

/**
 * The edit distance (optimal string alignment): how many letters change, appear, disappear or swap with their neighbour.
 *
 * @param max stops the count early: a larger distance is returned as Infinity
 */
export const editDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max || (max <= 2 && !isWithin(a, 0, b, 0, max))) return Infinity;
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
