// What the database says its documents are of, and how far a migration is.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import { pack, unpack, type PackedSchema, type Schema } from '../../schema/index.ts';
import type { Asked } from './types.ts';
import { same } from './values.ts';

/** A migration that began: from the schema of the record to this one. */
export interface UnderWay {
  readonly schema: string;
  readonly asked: Asked;
  readonly again: boolean;
  /** The step that it is at, and the document that it got to. */
  readonly step: number;
  readonly after?: unknown;
  readonly startedAt: Date;
}

/** One document: schemas are texts, since names in them may be what MongoDB gives a meaning to. */
export interface Recorded {
  readonly _id: 'schema';
  /** Counts the writes, so that two migrations never go on beside one another. */
  readonly revision: number;
  readonly schema: string;
  readonly migration?: UnderWay;
  /** The last that was done, for who goes through the documents once more. */
  readonly last?: { readonly from: string; readonly asked: Asked };
}

const records = (db: Db): Collection<Recorded> => db.collection<Recorded>(collections.schema);

export const textOf = (schema: Schema): string => JSON.stringify(pack(schema));

/** @param text as `textOf` wrote it */
export const schemaIn = (text: string): Schema => unpack(JSON.parse(text) as PackedSchema);

export const readRecord = async (db: Db): Promise<Recorded | undefined> =>
  (await records(db).findOne({ _id: 'schema' })) ?? undefined;

const overtaken = (): Error =>
  new Error('Another process changed what is known of the documents meanwhile: run it again when that one is done');

/** Servers that start together say the same; of migrations each is another. */
const asWell = async (db: Db, after: Omit<Recorded, '_id' | 'revision'>): Promise<Recorded> => {
  const found = await readRecord(db);
  const said = ({ schema, last }: Omit<Recorded, '_id' | 'revision'>) => ({ schema, last });
  const isBegun = (found?.migration ?? after.migration) !== undefined;
  if (found === undefined || isBegun || !same(said(found), said(after))) throw overtaken();
  return found;
};

/**
 * @param before as it was read; undefined: there was none
 * @returns the record as it is now
 * @throws Error where another process wrote something else since
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
