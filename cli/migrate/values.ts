// Compares, copies and formats stored values.
import { BSON } from 'mongodb';

/** Whether two values have the same stored form. */
export const storedEqual = (a: unknown, b: unknown): boolean =>
  a === b || Buffer.compare(BSON.serialize({ value: a }), BSON.serialize({ value: b })) === 0;

/** A copy of the object without these properties. */
export const omit = <T extends object, K extends string>(object: T, ...names: readonly K[]): Omit<T, K> =>
  // The remaining properties are those of Omit.
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.some((one) => one === name))) as Omit<T, K>;

/** Formats a value as JSON of at most 60 characters. */
export const formatStoredValue = (value: unknown): string => {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};
