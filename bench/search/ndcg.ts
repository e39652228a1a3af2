// Judges a ranking.

const depth = 10;

const gain = (grade: number, rank: number): number => (2 ** grade - 1) / Math.log2(rank + 2);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * nDCG@10: how good the first ten results are, from 0 to 1: 1 for the best possible ones in the best order.
 *
 * @param ranked the results, best first
 * @param grades of the relevant documents
 */
export const ndcgOf = <T>(ranked: readonly T[], grades: ReadonlyMap<T, number>): number => {
  const best = [...grades.values()].sort((a, b) => b - a).slice(0, depth);
  const gains = ranked.slice(0, depth).map((document, rank) => gain(grades.get(document) ?? 0, rank));
  return sum(gains) / sum(best.map(gain));
};
