// Everything behind a cursor, as conditions that an index on the sort can walk.
import { ObjectId } from 'mongodb';
import type { Cursor } from '../query/index.ts';
import { never } from './paths.ts';
import { tieOf, type Order, type OrderedPath } from './sort.ts';
import type { Document } from './types.ts';

/** What lies behind a value: nulls come first ascending and last descending. None: nothing does. */
const behind = ({ path, direction }: OrderedPath, value: unknown): readonly Document[] => {
  if (direction === 'asc') return [{ [path]: value === null ? { $ne: null } : { $gt: value } }];
  return value === null ? [] : [{ [path]: { $lt: value } }, { [path]: null }];
};

/**
 * One branch a key: equal so far, behind from there. The base conditions are repeated in every branch; outside the `$or`
 * each branch would walk the whole index.
 *
 * @param base what every row has to match
 */
export const after = (base: Document, order: Order, cursor: Cursor): Document => {
  const { keys, unique } = order;
  const branches: Document[] = [];
  const equal: Document[] = [];
  for (const [index, key] of keys.entries()) {
    const value = cursor.values[index] ?? null;
    for (const beyond of behind(key, value)) branches.push({ $and: [base, ...equal, beyond] });
    equal.push({ [key.path]: value });
  }
  if (!unique) {
    const id = new ObjectId(cursor.id);
    branches.push({ $and: [base, ...equal, { _id: tieOf(order) === 'asc' ? { $gt: id } : { $lt: id } }] });
  }
  return branches.length === 0 ? never : { $or: branches };
};
