// Cursors: the parts of a row that they are made of, and the conditions for the rows after one, in a form that an index
// on the sort can serve.
import { ObjectId } from 'mongodb';
import type { Query, Cursor } from '../query/index.ts';
import { placeHelper, versionOf, matchNothing } from './paths.ts';
import { plainPath, type Order, type OrderedPath } from './sort.ts';
import type { Document } from './types.ts';

/** Conditions for the rows after a value: nulls come first ascending and last descending. Empty: no rows follow. */
const afterValue = ({ path, direction }: OrderedPath, value: unknown): readonly Document[] => {
  if (direction === 'asc') return [{ [path]: value === null ? { $ne: null } : { $gt: value } }];
  return value === null ? [] : [{ [path]: { $lt: value } }, { [path]: null }];
};

/**
 * Builds one branch for each sort key: equal in the keys before it, and after the cursor in this key. Every branch
 * repeats the base conditions, because MongoDB would scan the whole index for each branch if they were outside the
 * `$or`.
 *
 * @param base the conditions on every row
 */
export const afterCursor = (base: Document, order: Order, cursor: Cursor): Document => {
  const { keys, unique } = order;
  const branches: Document[] = [];
  const equal: Document[] = [];
  for (const [index, key] of keys.entries()) {
    const value = cursor.values[index] ?? null;
    for (const beyond of afterValue(key, value)) branches.push({ $and: [base, ...equal, beyond] });
    equal.push({ [key.path]: value });
  }
  if (!unique) {
    branches.push({ $and: [base, ...equal, { _id: { $gt: new ObjectId(cursor.id) } }] });
  }
  return branches.length === 0 ? matchNothing : { $or: branches };
};

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
