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
