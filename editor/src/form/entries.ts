// Makes and copies the entries of lists of components and of dynamic zones.
import type { FormValue } from './types.ts';

let made = 0;

/** @returns a key that no other entry of this page has */
export const newEntryKey = (): string => `entry${made++}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns a copy in which every entry, also inside of it, has a key of its own */
export const copyEntry = <T extends FormValue>(value: T): T => {
  if (Array.isArray(value)) return value.map((item: unknown) => copyEntry(item)) as T;
  if (!isRecord(value)) return value;
  const copied = Object.entries(value).map(([key, inner]) => [key, key === '__key' ? newEntryKey() : copyEntry(inner)]);
  return Object.fromEntries(copied) as T;
};
