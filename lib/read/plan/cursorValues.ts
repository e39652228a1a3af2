// The parts of a row that a cursor is made of.
import type { Query } from '../query/index.ts';
import { placeHelper, versionOf } from './paths.ts';
import { plainPath, type Order } from './sort.ts';
import type { Document } from './types.ts';

const isInside = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);

/**
 * Adds the row's `_id` and its sort values to a projection. Values that the document stores are projected where they are,
 * because a list of them would take MongoDB a fifth longer for each row of the page.
 */
export const withCursorValues = (project: Document, { keys, before }: Order): Document => {
  if (before.length > 0) return { ...project, _id: 1, [placeHelper]: keys.map(({ path }) => `$${path}`) };
  const paths = keys
    .map(({ path }) => path)
    .filter((path) => !Object.keys(project).some((outer) => isInside(path, outer)));
  return { ...project, _id: 1, ...Object.fromEntries(paths.map((path) => [path, 1])) };
};

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], row);

/** @returns the sort values of a row with the projection of `withCursorValues`: one for each different sort key */
export const cursorValuesOf = (
  row: Readonly<Record<string, unknown>>,
  { type, status, sort }: Pick<Query, 'type' | 'status' | 'sort'>,
): readonly unknown[] => {
  const values = row[placeHelper];
  if (Array.isArray(values)) return values;
  const paths = new Set(sort.map((key) => plainPath(key, versionOf(type, status)) ?? ''));
  return [...paths].map((path) => valueAt(row, path) ?? null);
};
