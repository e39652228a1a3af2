// Ranks the hits of several partitions together, and reads only as many of them as are shown.
import type { Hit, Matches } from './types.ts';

/** The hits of one partition. */
export interface RankedHits {
  readonly total: number;
  /** Returns the next hits by rank; empty at the end. */
  readonly next: () => Promise<readonly Hit[]>;
}

/** Those of a partition whose index is not yet built. */
export const noHits: RankedHits = { total: 0, next: () => Promise.resolve([]) };

/** Hits that have been read of a partition, and those of them that are merged. */
interface Source {
  readonly next: RankedHits['next'];
  hits: readonly Hit[];
  merged: number;
  isEnd: boolean;
}

const refill = async (source: Source): Promise<void> => {
  if (source.isEnd || source.merged < source.hits.length) return;
  source.hits = await source.next();
  source.merged = 0;
  source.isEnd = source.hits.length === 0;
};

/** Takes the hit that ranks first; of equal scores that of the first partition. */
const takeFirst = (sources: readonly Source[]): Hit | undefined => {
  let [best, bestHit]: [Source?, Hit?] = [];
  for (const source of sources) {
    const hit = source.hits[source.merged];
    if (hit !== undefined && (bestHit === undefined || hit.score > bestHit.score)) [best, bestHit] = [source, hit];
  }
  if (best !== undefined) best.merged++;
  return bestHit;
};

/** @param all one for each partition, in their order */
export const mergeHits = (all: readonly RankedHits[]): Matches => {
  const sources = all.map(({ next }): Source => ({ next, hits: [], merged: 0, isEnd: false }));
  const ranked: Hit[] = [];
  const readUntil = async (end: number): Promise<void> => {
    while (ranked.length < end) {
      await Promise.all(sources.map(refill));
      const hit = takeFirst(sources);
      if (hit === undefined) return;
      ranked.push(hit);
    }
  };
  // Pages may be read at the same time, but they share what has been read.
  let reading: Promise<void> = Promise.resolve();
  return {
    totals: all.map(({ total }) => total),
    page: async (start, count) => {
      reading = reading.then(() => readUntil(start + count));
      await reading;
      return ranked.slice(start, start + count);
    },
  };
};
