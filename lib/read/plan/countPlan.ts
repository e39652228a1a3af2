// How a list is counted: by its stored total, or with the index that is faster than the one that MongoDB chooses.
import { operatorSpecs } from '../operators/index.ts';
import type { Filter, Query } from '../query/index.ts';
import { orderIndexKeys, indexedOrders, type IndexKeys, isContent } from '../../schema/index.ts';
import { pathOf, versionOf, requestedVersion } from './paths.ts';
import { collections, maxTotalsAgeMs, totalOfLocale, uncountedFilter } from '../../platform/db/index.ts';
import type { StoredTotalPlan } from './types.ts';

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

/**
 * The total of all published documents, in one locale or in all, is stored: it takes half a millisecond, where counting
 * 200,000 documents takes 30.
 *
 * @returns undefined if conditions apply, for drafts, and after a release: these are counted
 */
export const planStoredTotal = (query: Query): StoredTotalPlan | undefined => {
  const { type, locale: choice, filter, permitted } = query;
  if (filter !== undefined || permitted !== undefined || query.release !== undefined || !isContent(type))
    return undefined;
  if (requestedVersion(query) !== 'published') return undefined;
  const one = type.localized && 'one' in choice ? choice : undefined;
  if (one?.fallback !== undefined) return undefined;
  const oldest = { $subtract: ['$$NOW', maxTotalsAgeMs] };
  const ofLocale = one === undefined ? {} : { locale: one.one };
  // A total of documents without a locale is of the type before it got locales.
  const localized = type.localized ? { [`totals.${totalOfLocale(null)}`]: { $exists: false } } : {};
  return {
    about: `the stored total of ${type.collectionName}`,
    collection: collections.totals,
    stages: [
      { $match: { _id: type.collectionName, ...localized, $expr: { $gt: ['$completeAt', oldest] } } },
      {
        $lookup: {
          from: type.collectionName,
          as: 'uncounted',
          pipeline: [
            { $match: { ...uncountedFilter, ...ofLocale } },
            { $group: { _id: null, sum: { $sum: '$uncounted' } } },
          ],
        },
      },
    ],
    locale: one?.one,
  };
};
