// The record of an unfinished restore: until it is gone, the database has not all documents.
import type { Collection, Db } from 'mongodb';
import { collections, type StoredDocument } from '../../lib/platform/db/index.ts';

export interface RestoreRecord {
  readonly _id: 'restore';
  /** SHA-256 of the archive. */
  readonly archive: string;
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  /** How many entries of the archive are written. */
  readonly written: number;
  /** The administrator that `lectern dev` made, to be inserted at the end. */
  readonly account?: StoredDocument | undefined;
}

const recordsIn = (db: Db): Collection<RestoreRecord> => db.collection<RestoreRecord>(collections.imports);

export const readRestoreRecord = async (db: Db): Promise<RestoreRecord | undefined> =>
  (await recordsIn(db).findOne({ _id: 'restore' })) ?? undefined;

export const writeRestoreRecord = async (db: Db, record: RestoreRecord): Promise<void> => {
  await recordsIn(db).replaceOne({ _id: 'restore' }, record, { upsert: true, ignoreUndefined: true });
};

export const deleteRestoreRecord = async (db: Db): Promise<void> => {
  await recordsIn(db).deleteOne({ _id: 'restore' });
};
