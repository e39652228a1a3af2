// What the database says its documents are of, and how far a migration is.
import type { Collection, Db } from 'mongodb';
import { collections } from '../db/index.ts';
import { pack, unpack, type PackedSchema, type Schema } from '../schema/index.ts';
import type { Asked } from './types.ts';

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

/**
 * @param before as it was read; undefined: there was none
 * @returns the record as it is now
 * @throws Error where another process wrote it since
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
    if (upsertedCount === 0) throw overtaken();
    return written;
  }
  const { matchedCount } = await records(db).replaceOne({ _id: 'schema', revision: before.revision }, written);
  if (matchedCount === 0) throw overtaken();
  return written;
};
