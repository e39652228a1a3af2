// Completes the deletion of a locale, or restores the locale if documents were written in it meanwhile.
import type { Db } from 'mongodb';
import { collections, withBriefLockWait } from '../db/index.ts';
import type { Schema } from '../../schema/index.ts';
import { countLocaleDocuments } from './countLocaleDocuments.ts';
import type { StoredLocale } from './storedLocale.ts';

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
