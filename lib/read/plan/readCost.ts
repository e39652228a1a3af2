// Estimates what the scans of a plan cost before they run. Pure.
import type { Scan } from './types.ts';

export interface CollectionSize {
  readonly documents: number;
  readonly averageBytes: number;
}

export interface ConditionCost {
  readonly path: string;
  readonly times: number;
  readonly cost: number;
}

export interface ReadCost {
  /** In units: about a millisecond of one core of MongoDB. docs/internals/performance.md has the measurements. */
  readonly cost: number;
  /** The costliest first. */
  readonly conditions: readonly ConditionCost[];
}

/** A text that an editor writes in one line. */
const shortBytes = 60;

const units = { row: 0.0007, condition: 0.0003, lookup: 0.03, byte: 0.0000025 };

/** The cost of reading the scans, with the sizes of their collections. */
export const costOf = (scans: readonly Scan[], sizeOf: (collection: string) => CollectionSize): ReadCost => {
  const conditions = new Map<string, ConditionCost>();
  for (const { collection, rows, passes, conditions: parts } of scans) {
    const { documents, averageBytes } = sizeOf(collection);
    const read = Math.min(rows ?? documents, documents) * passes;
    for (const { path, texts, long, lookups } of parts) {
      // A document has both versions, and a query searches one.
      const bytes = texts * (long ? averageBytes / 2 : Math.min(shortBytes, averageBytes));
      const each = units.row / parts.length + units.condition + units.byte * bytes + units.lookup * lookups;
      const known = conditions.get(path) ?? { path, times: 0, cost: 0 };
      conditions.set(path, { path, times: known.times + 1, cost: known.cost + read * each });
    }
  }
  const sorted = [...conditions.values()].sort((a, b) => b.cost - a.cost);
  return { cost: sorted.reduce((sum, { cost }) => sum + cost, 0), conditions: sorted };
};
