// Counts the documents of a locale.
import type { Db } from 'mongodb';
import { livingFilter } from '../db/index.ts';
import type { ContentType, Schema } from '../../schema/index.ts';

/** @returns the types that have documents in the locale, with their number */
export const countLocaleDocuments = async (
  db: Db,
  schema: Schema,
  locale: string,
): Promise<readonly (readonly [ContentType, number])[]> => {
  const localized = [...schema.types.values()].filter((type) => type.localized);
  const counts = await Promise.all(
    localized.map(
      async (type) =>
        [type, await db.collection(type.collectionName).countDocuments({ locale, ...livingFilter })] as const,
    ),
  );
  return counts.filter(([, count]) => count > 0);
};
