// Small things about values that are stored.
import { BSON } from 'mongodb';

/** Whether two are stored alike. */
export const same = (a: unknown, b: unknown): boolean =>
  a === b || Buffer.compare(BSON.serialize({ value: a }), BSON.serialize({ value: b })) === 0;

/** The object but for these. */
export const without = <T extends object, K extends string>(object: T, ...names: readonly K[]): Omit<T, K> =>
  // What is left is all but them.
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.some((one) => one === name))) as Omit<T, K>;

/** In other words than MongoDB's, and not longer than a line. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};
