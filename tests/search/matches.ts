// Matches of a search in memory, in place of an index.
import type { Hit, Matches, Partition } from '../../lib/search/types.ts';

/** @param hits by score, the best first */
export const matchesOf = (partitions: readonly Partition[], hits: readonly Hit[]): Matches => ({
  totals: partitions.map((partition) => hits.filter((hit) => hit.partition === partition).length),
  page: (start, count) => Promise.resolve(hits.slice(start, start + count)),
});
