// Completes the deletion of a locale, or restores the locale if documents were written in it meanwhile.
import type { Db } from 'mongodb';
import { collections, withBriefLockWait, livingFilter } from '../db/index.ts';
import type { Schema, ContentType } from '../../schema/index.ts';
import type { StoredLocale } from './storedLocale.ts';

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

/** After this time every process knows of the deletion, and every earlier request has ended. */
const settledMs = 60_000;

/**
 * Whether a stored locale exists. Other processes may write documents in a deleted locale for ten more seconds, and none of
 * these documents may be lost. So a deletion only marks the locale. The first read of the list after a minute counts its
 * documents: it removes the locale if there are none, and restores it otherwise.
 */
export const settleDeletion = async (db: Db, schema: Schema, stored: StoredLocale, now: Date): Promise<boolean> => {
  const { _id: code, deletedAt } = stored;
  if (deletedAt === undefined) return true;
  if (now.getTime() - deletedAt.getTime() < settledMs) return false;
  const hasDocuments = (await countLocaleDocuments(db, schema, code)).length > 0;
  const locales = db.collection<StoredLocale>(collections.locales);
  const markedFilter = { _id: code, deletedAt };
  // If another transaction has locked the locale, the next read of the list does this.
  await withBriefLockWait((options) =>
    hasDocuments
      ? locales.updateOne(markedFilter, { $unset: { deletedAt: 1 } }, options)
      : locales.deleteOne(markedFilter, options),
  );
  return hasDocuments;
};
