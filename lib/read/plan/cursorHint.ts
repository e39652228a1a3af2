// Names the index that serves the order of pages after a cursor.
import type { Query } from '../query/index.ts';
import { indexedOrders, orderIndexKeys, type IndexKeys } from '../../schema/index.ts';
import { versionOf } from './paths.ts';
import { sortStage, type Order } from './sort.ts';

/**
 * Without the hint, MongoDB weighs the indexes of both directions for each sort key again with every page, which takes longer
 * than to read the page (1.0 ms instead of 0.4).
 *
 * @returns undefined if another index may find fewer documents
 */
export const cursorHint = (
  { type, status, locale, filter, permitted, release }: Query,
  order: Pick<Order, 'keys' | 'unique'>,
): IndexKeys | undefined => {
  if ((filter ?? permitted ?? release) !== undefined || ('one' in locale ? locale.fallback : type.localized))
    return undefined;
  const version = versionOf(type, status);
  const sort = JSON.stringify(sortStage(order).$sort);
  const found = indexedOrders(type, version).find((keys) => JSON.stringify({ ...keys, _id: 1 }) === sort);
  return found && orderIndexKeys(type, version, found);
};
