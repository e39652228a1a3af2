// Reads and writes the format of a database, and the version of Lectern that it was prepared for.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../../lib/platform/db/index.ts';
import { installedVersion } from '../../../lib/platform/installedPackage.ts';

/** One document, beside the record of the schema. */
export interface FormatRecord {
  readonly _id: 'format';
  readonly format: number;
  /** The version that last prepared an empty database, or upgraded this one. */
  readonly version: string;
}

const recordCollection = (db: Db): Collection<FormatRecord> => db.collection<FormatRecord>(collections.schema);

/** @returns undefined if the database is new, or from before the first release */
export const readFormat = async (db: Db): Promise<FormatRecord | undefined> =>
  (await recordCollection(db).findOne({ _id: 'format' })) ?? undefined;

/** Records that the database has this format, and the version that runs. A higher format stays. */
export const recordFormat = async (db: Db, format: number): Promise<void> => {
  const _id = 'format';
  await recordCollection(db).updateOne({ _id }, { $setOnInsert: { format } }, { upsert: true });
  await recordCollection(db).updateOne(
    { _id, format: { $lte: format } },
    { $set: { format, version: installedVersion() } },
  );
};
