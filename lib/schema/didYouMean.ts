// Finds the known name that is closest to a mistyped one, for "did you mean".

/** The edit distance: how many letters change, appear, disappear or swap with their neighbour between `a` and `b`. */
const editDistance = (a: string, b: string): number => {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? j;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const change = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1 ? cell(i - 2, j - 2) + 1 : Infinity;
      const row = (rows[i] ??= []);
      row[j] = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, change, swap);
    }
  return cell(a.length, b.length);
};

/** Longer names are not compared: no real name is longer, and the time would depend on the sender. */
const maxNameLength = 255;

const lastSegment = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** @returns the entry of `names` that `name` is probably a mistake for: a few letters differ, or only the part before the last dot */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  if (name.length > maxNameLength) return undefined;
  const { length } = lastSegment(name);
  const allowed = length < 3 ? 0 : Math.max(1, Math.floor(length / 3));
  let best: { readonly name: string; readonly off: number } | undefined;
  for (const candidate of names) {
    const sameLastSegment = name.includes('.') && lastSegment(name) === lastSegment(candidate);
    if (!sameLastSegment && Math.abs(name.length - candidate.length) > allowed) continue;
    const off = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if ((sameLastSegment || off <= allowed) && (best === undefined || off < best.off)) best = { name: candidate, off };
  }
  return best?.name;
};

/** @returns `; did you mean "article"?`, or an empty text if no name is close */
export const didYouMean = (name: string, names: Iterable<string>): string => {
  const near = nearestName(name, names);
  return near === undefined ? '' : `; did you mean "${near}"?`;
};
