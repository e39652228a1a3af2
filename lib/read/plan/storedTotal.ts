// Finds the lists whose total is stored, and plans its read.
import { collections, maxTotalsAgeMs, totalOfLocale, uncountedFilter } from '../../platform/db/index.ts';
import { isContent } from '../../schema/index.ts';
import type { Query } from '../query/index.ts';
import { requestedVersion } from './paths.ts';
import type { StoredTotalPlan } from './types.ts';

/**
 * The total of all published documents, in one locale or in all, is stored: it takes half a millisecond, where counting
 * 200,000 documents takes 30.
 *
 * @returns undefined if conditions apply, or for drafts: these are counted
 */
export const planStoredTotal = (query: Query): StoredTotalPlan | undefined => {
  const { type, locale: choice, filter, permitted } = query;
  if (filter !== undefined || permitted !== undefined || !isContent(type)) return undefined;
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
