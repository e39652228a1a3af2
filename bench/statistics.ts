// Computes medians, quantiles and spreads.

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = NaN, above = NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (below + above) / 2;
};

/** The width of the middle half of the values, divided by their median. */
export const spread = (values: readonly number[]): number => {
  const sorted = new Float64Array(values).sort();
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / median(values);
};

/** @param sorted in ascending order @param part from 0 to 1 */
export const quantile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
