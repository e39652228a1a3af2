// Chooses the index for a count where MongoDB chooses a slower one.
import { operatorSpecs } from '../operators/index.ts';
import type { Filter, Query } from '../query/index.ts';
import { orderIndexKeys, indexedOrders, type IndexKeys } from '../../schema/index.ts';
import { pathOf, versionOf } from './paths.ts';

/** The path that all comparisons use; undefined when there are several, or a filter on something other than values. */
const onlyPath = (filter: Filter, prefix: string): string | undefined => {
  if (filter.kind === 'compare')
    return operatorSpecs[filter.operator].scans ? pathOf(prefix, filter.attribute.name) : undefined;
  if (filter.kind === 'embedded')
    return filter.attribute.repeatable ? undefined : onlyPath(filter.where, pathOf(prefix, filter.attribute.name));
  if (filter.kind !== 'and' && filter.kind !== 'or') return undefined;
  const paths = new Set(filter.of.map((part) => onlyPath(part, prefix)));
  const [path] = paths;
  return paths.size === 1 ? path : undefined;
};

/**
 * Counts by a text operator read every value. If the attribute has an index for its order, reading that index is five
 * times faster than the documents, which MongoDB would fetch (8.6 ms against 41 for 20,000 documents).
 */
export const countHint = ({ type, status, locale, filter, permitted }: Query): IndexKeys | undefined => {
  if (filter === undefined || permitted !== undefined || (type.localized && 'all' in locale)) return undefined;
  const version = versionOf(type, status);
  const path = onlyPath(filter, version);
  const keys = path && indexedOrders(type, version).find((one) => Object.keys(one)[0] === path);
  return keys === undefined || keys === '' ? undefined : orderIndexKeys(type, version, keys);
};
