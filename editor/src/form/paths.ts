// Reads and replaces values at paths such as `sections.0.title`, without changing the values.
import { isEntry } from './entries.ts';
import type { Entry, FormValue, FormValues } from './types.ts';

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const own = (value: unknown, key: string): unknown =>
  isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const splitPath = (path: string): readonly string[] => (path === '' ? [] : path.split('.'));

export const joinPath = (...parts: readonly (string | number)[]): string =>
  parts.filter((part) => part !== '').join('.');

/** @returns the value at the path; undefined if there is none */
export const valueAt = (values: FormValue, path: string): FormValue => splitPath(path).reduce(own, values);

const replace = (value: unknown, [key, ...rest]: readonly string[], next: unknown): unknown => {
  if (key === undefined) return next;
  const inner = replace(own(value, key), rest, next);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...(isContainer(value) ? value : {}), [key]: inner };
};

/** @returns the values with another value at the path; everything beside the path stays the same object */
export const withValueAt = (values: FormValues, path: string, value: FormValue): FormValues =>
  replace(values, splitPath(path), value) as FormValues;

/** @returns the entry and its path for each entry of a list that the path passes through or ends at, from the outside in */
export const entriesOnPath = (
  values: FormValue,
  path: string,
): readonly { readonly entry: Entry; readonly path: string }[] => {
  const parts = splitPath(path);
  return parts.flatMap((_, index) => {
    const at = parts.slice(0, index + 1).join('.');
    const entry = valueAt(values, at);
    return isEntry(entry) ? [{ entry, path: at }] : [];
  });
};

/**
 * Walks along a path, and along another one, in the same or in another value.
 *
 * @param path of the first walk
 * @param step returns the next part of the other path; undefined ends both
 * @returns the other path; undefined if it ended
 */
export const mapPath = (
  from: FormValue,
  to: FormValue,
  path: string,
  step: (from: FormValue, to: FormValue, part: string) => string | undefined,
): string | undefined => {
  let [one, other] = [from, to];
  const parts: string[] = [];
  for (const part of splitPath(path)) {
    const next = step(one, other, part);
    if (next === undefined) return undefined;
    parts.push(next);
    one = own(one, part);
    other = own(other, next);
  }
  return parts.join('.');
};

/**
 * Finds a place again after entries were added, removed or moved, by the keys of the entries on its path.
 *
 * @param path a path in `before`
 * @returns its path in `after`; undefined if an entry on it was removed
 */
export const followPath = (before: FormValue, after: FormValue, path: string): string | undefined =>
  mapPath(before, after, path, (from, to, part) => {
    const entry = own(from, part);
    if (!isEntry(entry) || !Array.isArray(to)) return part;
    const index = to.findIndex((other) => isEntry(other) && other.__key === entry.__key);
    return index === -1 ? undefined : String(index);
  });
