// Finds the partition that a query reads.
import { requestedVersion } from '../../read/plan/index.ts';
import type { Query } from '../../read/query/index.ts';
import { invalid } from '../../errors.ts';
import type { Partition } from '../types.ts';

/** @throws ApiError 400 for a query of several locales: each has its own words */
export const partitionOf = (query: Query): Partition => {
  const { type, locale } = query;
  if ('all' in locale) throw invalid('A search reads one locale: name it', { path: 'locale' });
  if (locale.fallback !== undefined)
    throw invalid('A search reads one locale: leave out fallbackLocale', { path: 'fallbackLocale' });
  return { type, status: requestedVersion(query), locale: type.localized ? locale.one : null };
};
