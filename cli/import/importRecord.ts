// Reads and writes the record of the import into a database, so that an interrupted one continues.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';
import type { OnMisfit } from './misfitChoices.ts';

/** The only document of its collection. */
export interface ImportRecord {
  readonly _id: 'import';
  /** SHA-256 of the archive. */
  readonly archive: string;
  readonly onMisfit: OnMisfit;
  /** How many partitions of documents are written. */
  readonly written: number;
  readonly startedAt: Date;
  readonly finishedAt?: Date;
}

const recordsIn = (db: Db): Collection<ImportRecord> => db.collection<ImportRecord>(collections.imports);

export const readImportRecord = async (db: Db): Promise<ImportRecord | undefined> =>
  (await recordsIn(db).findOne({ _id: 'import' })) ?? undefined;

export const writeImportRecord = async (db: Db, record: ImportRecord): Promise<void> => {
  await recordsIn(db).replaceOne({ _id: 'import' }, record, { upsert: true });
};
