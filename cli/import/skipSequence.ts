// Continues the integer ids of a database after those of an archive.
import type { Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';

/** Continues a sequence after this integer, if it has not come so far. */
export const skipSequence = async (db: Db, name: string, last: number): Promise<void> => {
  await db
    .collection<{ readonly _id: string; readonly last: number }>(collections.sequences)
    .updateOne({ _id: name }, { $max: { last } }, { upsert: true });
};
