// What is told of several rounds.

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = NaN, above = NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (below + above) / 2;
};

/** How far the rounds lie apart: from the least to the greatest, as a part of their median. */
export const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);
