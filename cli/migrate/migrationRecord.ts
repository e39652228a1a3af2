// Reads and writes the records of a database: of the schema that the documents fit, of the migration under way, and of
// an unfinished restore.
import type { Collection, Db } from 'mongodb';
import { collections, type StoredDocument } from '../../lib/platform/db/index.ts';
import { pack, unpack, type PackedSchema, type Schema } from '../../lib/schema/index.ts';
import type { MigrationOptions, MigrationPhase } from './types.ts';
import { storedEqual } from './values.ts';

/** An unfinished migration from the schema of the record to this one. */
export interface UnfinishedMigration {
  readonly schema: string;
  readonly options: MigrationOptions;
  /** The migration files that it applies. */
  readonly files?: readonly string[];
  /** The migration files that the database no longer has afterwards. */
  readonly undone?: readonly string[];
  readonly phase?: MigrationPhase;
  /** The phase before 0.2.0: true is `again`, false `whole`. */
  readonly again?: boolean;
  /** The current step, and the last document that it has done. */
  readonly step: number;
  readonly after?: unknown;
  readonly startedAt: Date;
}

/** A migration from one schema to another, with the migration files that it applied. */
export interface LastMigration {
  readonly from: string;
  readonly to?: string;
  readonly options: MigrationOptions;
  readonly files?: readonly string[];
  /** The migration files that the database no longer has since. */
  readonly undone?: readonly string[];
  /** Whether old names and dropped values are still there, for previous servers. */
  readonly isOpen?: true;
  /** Whether it was repeated for what these wrote. */
  readonly isRepeated?: true;
}

/** One document, beside the record of the format. Schemas are JSON strings, because names in them may have a meaning for MongoDB. */
export interface MigrationRecord {
  readonly _id: 'schema';
  /** Counts the writes, so that two migrations never run at the same time. */
  readonly revision: number;
  readonly schema: string;
  readonly migration?: UnfinishedMigration;
  /** The last migration, for `--again` and `--undo`. */
  readonly last?: LastMigration;
  /** The names of the migration files that are applied. */
  readonly applied?: readonly string[];
  /** Removed attributes whose values stay on purpose: `article.note`. */
  readonly kept?: readonly string[];
}

/** A record as it is written. */
export type RecordContent = Omit<MigrationRecord, '_id' | 'revision'>;

const recordCollection = (db: Db): Collection<MigrationRecord> => db.collection<MigrationRecord>(collections.schema);

export const serializeSchema = (schema: Schema): string => JSON.stringify(pack(schema));

/** @param text the result of `serializeSchema` */
export const deserializeSchema = (text: string): Schema => unpack(JSON.parse(text) as PackedSchema);

/**
 * @param files migration files that the record has from now on
 * @param without those that it no longer has
 * @returns the names of all applied migration files
 */
export const appliedFiles = (
  record: MigrationRecord | undefined,
  files: readonly string[],
  without: readonly string[] = [],
): Pick<MigrationRecord, 'applied'> => {
  const before = (record?.applied ?? []).filter((name) => !without.includes(name));
  const applied = [...new Set([...before, ...files])];
  return applied.length === 0 && record?.applied === undefined ? {} : { applied };
};

/** Before format 3 the options were `asked`. */
const withOptions = <Part extends { readonly options: MigrationOptions }>(
  part: Part & { readonly asked?: MigrationOptions },
): Part => {
  const { asked: options, ...rest } = part;
  return options === undefined ? part : ({ ...rest, options } as unknown as Part); // the same with the new name
};

export const readRecord = async (db: Db): Promise<MigrationRecord | undefined> => {
  const record = await recordCollection(db).findOne({ _id: 'schema' });
  if (record === null) return undefined;
  const { migration, last } = record;
  return {
    ...record,
    ...(migration === undefined ? {} : { migration: withOptions(migration) }),
    ...(last === undefined ? {} : { last: withOptions(last) }),
  };
};

const recordConflict = (): Error =>
  new Error(
    'Another process changed the migration record in the meantime: run this again when that process has finished',
  );

/** Accepts the record of another process if it has the same content and no migration is involved. */
const acceptEqualRecord = async (db: Db, after: RecordContent): Promise<MigrationRecord> => {
  const found = await readRecord(db);
  const comparable = ({ schema, last, applied, kept }: RecordContent) => ({
    ...{ schema, last, applied, kept },
  });
  const isMigrating = (found?.migration ?? after.migration) !== undefined;
  if (found === undefined || isMigrating || !storedEqual(comparable(found), comparable(after))) throw recordConflict();
  return found;
};

/**
 * @param before the record as it was read; undefined if there was none
 * @returns the record as it is stored now
 * @throws Error when another process wrote a different record since
 */
export const writeRecord = async (
  db: Db,
  before: MigrationRecord | undefined,
  after: RecordContent,
): Promise<MigrationRecord> => {
  const written: MigrationRecord = { ...after, _id: 'schema', revision: (before?.revision ?? 0) + 1 };
  if (before === undefined) {
    const { upsertedCount } = await recordCollection(db).updateOne(
      { _id: 'schema' },
      { $setOnInsert: written },
      { upsert: true },
    );
    return upsertedCount === 0 ? acceptEqualRecord(db, after) : written;
  }
  const { matchedCount } = await recordCollection(db).replaceOne({ _id: 'schema', revision: before.revision }, written);
  return matchedCount === 0 ? acceptEqualRecord(db, after) : written;
};

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
