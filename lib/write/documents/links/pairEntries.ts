// Finds which stored entry of a list each new entry was before.
import type { StoredComponent } from '../../../platform/db/index.ts';
import { isSameStored } from '../values/changedPaths.ts';

/** An entry of a list of components, with its comparable values. */
export interface ComparableEntry {
  readonly part: StoredComponent;
  readonly values: readonly unknown[];
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** The number of attributes with the same value; -1 for entries that are different components. */
const likenessOf = (one: ComparableEntry, other: ComparableEntry): number =>
  one.part.__component === other.part.__component
    ? one.values.filter((value, index) => !isEmpty(value) && isSameStored(value, other.values[index])).length
    : -1;

const isSameEntry = (one: ComparableEntry, other: ComparableEntry): boolean =>
  one.part.__component === other.part.__component && isSameStored(one.values, other.values);

/** With more comparisons than this, entries are only compared with those at the same position. */
const maxComparisons = 100_000;

/**
 * Pairs each new entry with the stored entry that it was before. Entries have no identity: one that did not change is the
 * same at any position, and of the others those are paired that have most values in common. Entries without a common value
 * are paired if they have the same position.
 */
export const pairEntries = (
  stored: readonly ComparableEntry[],
  entries: readonly ComparableEntry[],
): ReadonlyMap<ComparableEntry, ComparableEntry> => {
  const pairs = new Map<ComparableEntry, ComparableEntry>();
  const taken = new Set<ComparableEntry>();
  const pair = (entry: ComparableEntry, before: ComparableEntry): void => {
    if (pairs.has(entry) || taken.has(before)) return;
    pairs.set(entry, before);
    taken.add(before);
  };
  for (const [index, entry] of entries.entries()) {
    const before = stored[index];
    if (before !== undefined && isSameEntry(before, entry)) pair(entry, before);
  }
  const changed = entries.flatMap((entry, at) => (pairs.has(entry) ? [] : [{ entry, at }]));
  const remaining = stored.flatMap((before, at) => (taken.has(before) ? [] : [{ before, at }]));
  const isLong = changed.length * remaining.length > maxComparisons;
  const candidates = changed.flatMap(({ entry, at }) =>
    remaining.flatMap(({ before, at: atBefore }) => {
      const distance = Math.abs(at - atBefore);
      if (isLong && distance > 0) return [];
      const likeness = isSameEntry(before, entry) ? Infinity : likenessOf(before, entry);
      return likeness > 0 || (likeness === 0 && distance === 0) ? [{ entry, before, likeness, distance }] : [];
    }),
  );
  candidates.sort((one, other) =>
    one.likeness === other.likeness ? one.distance - other.distance : other.likeness - one.likeness,
  );
  for (const { entry, before } of candidates) pair(entry, before);
  return pairs;
};
