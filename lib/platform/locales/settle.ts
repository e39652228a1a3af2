// What becomes of a locale that was deleted: it goes, or it is there again with the documents it was given meanwhile.
import type { Db } from 'mongodb';
import { collections, tryBriefly } from '../db/index.ts';
import type { Schema } from '../../schema/index.ts';
import { countsOf } from './counts.ts';
import type { StoredLocale } from './stored.ts';

/** By then every process knows that it is deleted, and every request that was let in before has ended. */
const settledMs = 60_000;

/**
 * Other processes take a locale for good ten seconds more, and write documents in it; none of them may be lost. So a
 * locale that is deleted is only marked, and whoever reads the list when nobody writes in it any more looks for documents.
 *
 * @param stored a locale as it was read
 * @returns whether there is such a locale
 */
export const isThere = async (db: Db, schema: Schema, stored: StoredLocale, now: Date): Promise<boolean> => {
  const { _id: code, deletedAt } = stored;
  if (deletedAt === undefined) return true;
  if (now.getTime() - deletedAt.getTime() < settledMs) return false;
  const kept = (await countsOf(db, schema, code)).length > 0;
  const locales = db.collection<StoredLocale>(collections.locales);
  const marked = { _id: code, deletedAt };
  // Where another transaction holds it, the next request that reads locales does this.
  await tryBriefly((options) =>
    kept ? locales.updateOne(marked, { $unset: { deletedAt: 1 } }, options) : locales.deleteOne(marked, options),
  );
  return kept;
};
