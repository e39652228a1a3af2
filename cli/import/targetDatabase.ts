// The database that an archive is imported into: it must be empty, continues the ids of the archive, and keeps a record
// so that an interrupted import continues.
import type { Db, Collection } from 'mongodb';
import { builtInRoles } from '../../lib/accounts/roles/index.ts';
import { type StoredDocument, collections } from '../../lib/platform/db/index.ts';
import { devAccountFilter } from '../dev/devAccount.ts';
import { builtInUids, type ContentType, type Schema } from '../../lib/schema/index.ts';
import type { OnMisfit } from './misfitChoices.ts';

/** The roles that Lectern makes itself. The roles of the archive replace them. */
const builtInTypes = Object.keys(builtInRoles);

const blockingFilter = ({ uid }: ContentType): object =>
  uid === builtInUids.role
    ? { 'published.type': { $nin: builtInTypes } }
    : uid === builtInUids.user
      ? { $nor: [devAccountFilter] }
      : {};

/** @throws Error that names the types with documents */
export const requireEmpty = async (db: Db, schema: Schema): Promise<void> => {
  const types = [...schema.types.values()];
  const found = await Promise.all(
    types.map((type) => db.collection<StoredDocument>(type.collectionName).findOne(blockingFilter(type))),
  );
  const used = types.filter((_, index) => found[index] !== null).map(({ singularName }) => singularName);
  if (used.length > 0)
    throw new Error(
      `The database has documents already (${used.join(', ')}): use an empty one, named by the path of MONGODB_URI`,
    );
};

/** Continues a sequence after this integer, if it has not come so far. */
export const skipSequence = async (db: Db, name: string, last: number): Promise<void> => {
  await db
    .collection<{ readonly _id: string; readonly last: number }>(collections.sequences)
    .updateOne({ _id: name }, { $max: { last } }, { upsert: true });
};

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
