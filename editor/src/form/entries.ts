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

/** @returns the values, in which each entry that the stored values have, at any depth, has its id */
export const withStoredIds = (values: FormValues, stored: FormValues): FormValues => {
  const fill = (value: FormValue, before: FormValue): FormValue => {
    const find = entryFinder(before);
    if (Array.isArray(value)) return value.map((entry: FormValue) => fill(entry, find(entry)));
    if (!isObject(value) || !isObject(before)) return value;
    const id = isEntry(value) && before.id !== undefined ? { id: before.id } : {};
    return { ...withStoredIds(value, before), ...id };
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value, stored[name])]));
};

/**
 * Undo brings back entries with ids that the API has given up: they are written as new ones, and get other ids.
 *
 * @returns the values, in which entries that the stored values do not have, at any depth, have no id
 */
export const withoutLostIds = (values: FormValues, stored: FormValues): FormValues => {
  const strip = (value: FormValue, before: FormValue): FormValue => {
    if (value === before) return value;
    if (Array.isArray(value)) {
      // A long text is a list of blocks.
      if (!value.some(isEntry)) return value;
      const find = entryFinder(before);
      const items = value.map((entry: FormValue) => strip(entry, find(entry)));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    if (!isObject(value)) return value;
    const inner = withoutLostIds(value, isObject(before) ? before : {});
    return isEntry(inner) && inner.id !== undefined && before === undefined ? { ...inner, id: undefined } : inner;
  };
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const kept = strip(value, stored[name]);
    return kept === value ? [] : [[name, kept] as const];
  });
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) };
};
