// Finds which stored entry of a list each new entry was before.
import { groupByText, type ComparableEntry } from '../values/comparableEntries.ts';

/** An entry that has no pair yet. */
interface UnpairedEntry {
  readonly entry: ComparableEntry;
  readonly at: number;
  /** A number for each value that is not empty; equal values have equal numbers. */
  readonly values: readonly (number | undefined)[];
}

/** With more comparisons than this, changed entries are only compared with those at the same position. */
const maxComparisons = 10_000;

const emptyValues: ReadonlySet<string> = new Set(['null', '[]']);

/** The number of attributes with the same value; -1 for entries that are different components. */
const likenessOf = (one: UnpairedEntry, other: UnpairedEntry): number =>
  one.entry.part.__component === other.entry.part.__component
    ? one.values.filter((value, index) => value !== undefined && value === other.values[index]).length
    : -1;

/**
 * Pairs each new entry with the stored entry that it was before: the one with its id. Of the entries without one, those that
 * did not change are the same at any position, and of the others those are paired that have most values in common. Entries
 * without a common value are paired if they have the same position.
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
  const storedById = new Map(stored.map((before) => [before.part.id, before]));
  for (const entry of entries) {
    const before = storedById.get(entry.part.id);
    if (entry.part.id !== undefined && before !== undefined) pair(entry, before);
  }
  for (const [index, entry] of entries.entries()) {
    const before = stored[index];
    if (before?.text === entry.text) pair(entry, before);
  }
  const moved = groupByText(stored.filter((before) => !taken.has(before)));
  for (const [text, equal] of groupByText(entries.filter((entry) => !pairs.has(entry))))
    for (const [index, before] of moved.get(text)?.entries() ?? []) {
      const entry = equal[index];
      if (entry !== undefined) pair(entry, before);
    }
  const numbers = new Map<string, number>();
  const numberOf = (value: string): number | undefined => {
    if (emptyValues.has(value)) return undefined;
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  };
  const unpaired = (list: readonly ComparableEntry[], isPaired: (entry: ComparableEntry) => boolean) =>
    list.flatMap((entry, at): readonly UnpairedEntry[] =>
      isPaired(entry) ? [] : [{ entry, at, values: entry.values.map(numberOf) }],
    );
  const changed = unpaired(entries, (entry) => pairs.has(entry));
  const remaining = unpaired(stored, (before) => taken.has(before));
  const isLong = changed.length * remaining.length > maxComparisons;
  const remainingAt = new Map(remaining.map((before) => [before.at, before]));
  const candidates = changed.flatMap((entry) => {
    const samePosition = remainingAt.get(entry.at);
    const compared = isLong ? (samePosition === undefined ? [] : [samePosition]) : remaining;
    return compared.flatMap((before) => {
      const distance = Math.abs(entry.at - before.at);
      const likeness = likenessOf(before, entry);
      return likeness > 0 || (likeness === 0 && distance === 0) ? [{ entry, before, likeness, distance }] : [];
    });
  });
  candidates.sort((one, other) =>
    one.likeness === other.likeness ? one.distance - other.distance : other.likeness - one.likeness,
  );
  for (const { entry, before } of candidates) pair(entry.entry, before.entry);
  return pairs;
};
