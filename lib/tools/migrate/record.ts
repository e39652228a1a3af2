// Reads and writes the record of the schema that the documents fit and of the migration under way.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import { pack, unpack, type PackedSchema, type Schema } from '../../schema/index.ts';
import type { Asked } from './types.ts';
import { same } from './values.ts';

/** An unfinished migration from the schema of the record to this one. */
export interface UnderWay {
  readonly schema: string;
  readonly asked: Asked;
  readonly again: boolean;
  /** The current step, and the last document that it has done. */
  readonly step: number;
  readonly after?: unknown;
  readonly startedAt: Date;
}

/** The only document of its collection. Schemas are JSON strings, because names in them may have a meaning for MongoDB. */
export interface Recorded {
  readonly _id: 'schema';
  /** Counts the writes, so that two migrations never run at the same time. */
  readonly revision: number;
  readonly schema: string;
  readonly migration?: UnderWay;
  /** The last finished migration, for `--again`. */
  readonly last?: { readonly from: string; readonly asked: Asked };
}

const records = (db: Db): Collection<Recorded> => db.collection<Recorded>(collections.schema);

export const textOf = (schema: Schema): string => JSON.stringify(pack(schema));

/** @param text the result of `serializeSchema` */
export const schemaIn = (text: string): Schema => unpack(JSON.parse(text) as PackedSchema);

export const readRecord = async (db: Db): Promise<Recorded | undefined> =>
  (await records(db).findOne({ _id: 'schema' })) ?? undefined;

const overtaken = (): Error =>
  new Error(
    'Another process changed the migration record in the meantime: run this again when that process has finished',
  );

/** Accepts the record of another process if it has the same content and no migration is involved. */
const asWell = async (db: Db, after: Omit<Recorded, '_id' | 'revision'>): Promise<Recorded> => {
  const found = await readRecord(db);
  const said = ({ schema, last }: Omit<Recorded, '_id' | 'revision'>) => ({ schema, last });
  const isBegun = (found?.migration ?? after.migration) !== undefined;
  if (found === undefined || isBegun || !same(said(found), said(after))) throw overtaken();
  return found;
};

/**
 * @param before the record as it was read; undefined if there was none
 * @returns the record as it is stored now
 * @throws Error when another process wrote a different record since
 */
export const writeRecord = async (
  db: Db,
  before: Recorded | undefined,
  after: Omit<Recorded, '_id' | 'revision'>,
): Promise<Recorded> => {
  const written: Recorded = { ...after, _id: 'schema', revision: (before?.revision ?? 0) + 1 };
  if (before === undefined) {
    const { upsertedCount } = await records(db).updateOne(
      { _id: 'schema' },
      { $setOnInsert: written },
      { upsert: true },
    );
    return upsertedCount === 0 ? asWell(db, after) : written;
  }
  const { matchedCount } = await records(db).replaceOne({ _id: 'schema', revision: before.revision }, written);
  return matchedCount === 0 ? asWell(db, after) : written;
};
