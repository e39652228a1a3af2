// Finds which stored entry of a list each new entry certainly was before.
import { groupByText, type ComparableEntry } from './comparableEntries.ts';

type Pairs = ReadonlyMap<ComparableEntry, ComparableEntry>;

const pairByPosition = (stored: readonly ComparableEntry[], entries: readonly ComparableEntry[]): Pairs =>
  new Map(
    entries.flatMap((entry, index) => {
      const before = stored[index];
      return before !== undefined && before.part.__component === entry.part.__component ? [[entry, before]] : [];
    }),
  );

/** Only their order distinguishes equal entries, so all of them must be there, and others only behind them. */
const pairEqual = (
  stored: readonly ComparableEntry[],
  entries: readonly ComparableEntry[],
  isNew: (entry: ComparableEntry) => boolean,
): Pairs =>
  stored.length === 1 || (entries.length >= stored.length && entries.slice(stored.length).every(isNew))
    ? pairByPosition(stored, entries)
    : new Map();

/**
 * Entries have no identity. Certain are: the one changed entry of a list, if all others are unchanged at their positions, and
 * otherwise the entries that did not change. An entry that may be one or the other has no pair.
 *
 * @param isNew whether an entry that equals stored ones counts as added if it is behind them
 * @returns the stored entry of each new entry that has one
 */
export const pairCertainEntries = (
  stored: readonly ComparableEntry[],
  entries: readonly ComparableEntry[],
  isNew: (entry: ComparableEntry) => boolean,
): Pairs => {
  const changes = entries.filter(({ text }, index) => text !== stored[index]?.text).length;
  if (stored.length === entries.length && changes <= 1) return pairByPosition(stored, entries);
  const entriesByText = groupByText(entries);
  return new Map(
    [...groupByText(stored)].flatMap(([text, equal]) => [...pairEqual(equal, entriesByText.get(text) ?? [], isNew)]),
  );
};
