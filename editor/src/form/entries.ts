// Identifies the entries of lists of components and of dynamic zones.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { randomId } from '../ui/randomId.ts';
import type { Entry, FormValue, FormValues } from './types.ts';

/** @returns a key that no other entry has, also none of a text that another page kept in the browser */
export const newEntryKey = (): string => randomId();

export const isEntry = (value: FormValue): value is Entry => isObject(value) && typeof value.__key === 'string';

/** @returns a function that finds the entry of the list that is the same as another one */
export const entryFinder = (list: FormValue): ((entry: FormValue) => Entry | undefined) => {
  const known = new Map<unknown, Entry>();
  for (const entry of Array.isArray(list) ? list.filter(isEntry) : []) {
    known.set(entry.__key, entry);
    if (entry.id !== undefined) known.set(entry.id, entry);
  }
  return (entry) => (isEntry(entry) ? (known.get(entry.id) ?? known.get(entry.__key)) : undefined);
};

/** @param change of each entry, at any depth, with the stored one @returns the value; it is the same where nothing changes */
const mapEntries = (
  value: FormValue,
  before: FormValue,
  change: (entry: Entry, before: FormValue) => FormValues,
): FormValue => {
  if (value === before) return value;
  if (Array.isArray(value)) {
    // A long text is a list of blocks.
    if (!value.some(isEntry)) return value;
    const find = entryFinder(before);
    const items = value.map((entry: FormValue) => mapEntries(entry, find(entry), change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const changed = Object.entries(value).flatMap(([name, inner]) => {
    const next = mapEntries(inner, isObject(before) ? before[name] : undefined, change);
    return next === inner ? [] : [[name, next] as const];
  });
  const mapped = changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
  return isEntry(mapped) ? change(mapped, before) : mapped;
};

/** @returns the values, in which each entry that the stored values have, at any depth, has its id */
export const withStoredIds = (values: FormValues, stored: FormValues): FormValues =>
  mapEntries(values, stored, (entry, before) =>
    isEntry(before) && before.id !== undefined ? { ...entry, id: before.id } : entry,
  ) as FormValues;

/**
 * Undo brings back entries with ids that the API has given up: they are written as new ones, and get other ids.
 *
 * @returns the values, in which entries that the stored values do not have, at any depth, have no id
 */
export const withoutLostIds = (values: FormValues, stored: FormValues): FormValues =>
  mapEntries(values, stored, (entry, before) =>
    before === undefined && entry.id !== undefined ? { ...entry, id: undefined } : entry,
  ) as FormValues;
