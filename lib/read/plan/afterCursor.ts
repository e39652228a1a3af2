// Builds the conditions for the rows after a cursor, in a form that an index on the sort can serve.
import { ObjectId } from 'mongodb';
import type { Cursor } from '../query/index.ts';
import { matchNothing } from './paths.ts';
import { tieDirection, type Order, type OrderedPath } from './sort.ts';
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
    const id = new ObjectId(cursor.id);
    branches.push({ $and: [base, ...equal, { _id: tieDirection(order) === 'asc' ? { $gt: id } : { $lt: id } }] });
  }
  return branches.length === 0 ? matchNothing : { $or: branches };
};
