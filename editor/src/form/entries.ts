// Makes and copies the entries of lists of components and of dynamic zones.
import { isObject } from '../../../lib/schema/jsonValues.ts';
import { randomId } from '../ui/randomId.ts';
import type { FormValue } from './types.ts';

/** @returns a key that no other entry has, also none of a text that another page kept in the browser */
export const newEntryKey = (): string => randomId();

/** @returns a copy in which every entry, also inside of it, has a key of its own */
export const copyEntry = <T extends FormValue>(value: T): T => {
  if (Array.isArray(value)) return value.map((item: unknown) => copyEntry(item)) as T;
  if (!isObject(value)) return value;
  const copied = Object.entries(value).map(([key, inner]) => [key, key === '__key' ? newEntryKey() : copyEntry(inner)]);
  return Object.fromEntries(copied) as T;
};
