// Loads the documents into a database, with Lectern's indexes and sequences.
import { BSON, type Db } from 'mongodb';
import { collections, prepareIndexes, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { currentFormat, recordFormat } from '../../cli/migrate/index.ts';
import { logProgress } from '../progress.ts';
import { article, author, authorCount, category, categoryCount } from './documents.ts';

const batchSize = 1_000;

/** The progress of a load is reported each time that so many documents are inserted. */
const reportedDocuments = 500_000;

/** Inserts the stored documents of a collection, made one after the other. */
export const insertDocuments = async (
  db: Db,
  collection: string,
  count: number,
  make: (index: number) => StoredDocument,
): Promise<void> => {
  // This data is only for one run, so batches need not wait for the majority write concern.
  const into = db.collection<StoredDocument>(collection, { writeConcern: { w: 1 } });
  let pendingInsert: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < count; from += batchSize) {
    const documents = Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => make(from + at));
    await pendingInsert;
    pendingInsert = into.insertMany(documents);
    if ((from + documents.length) % reportedDocuments === 0) logProgress(`${collection}: ${from + documents.length}`);
  }
  await pendingInsert;
};

/** Sets the sequence so that new ids follow those of the documents. */
export const setSequence = async (db: Db, sequence: string, last: number): Promise<void> => {
  await db
    .collection<{ readonly _id: string; readonly last: number }>(collections.sequences)
    .updateOne({ _id: sequence }, { $set: { last } }, { upsert: true });
};

/** Loads this many articles and the authors and categories that they link to. */
export const loadDocuments = async (
  db: Db,
  schema: Schema,
  articles: number,
  make: (index: number) => StoredDocument = article,
): Promise<void> => {
  await insertDocuments(db, 'categories', categoryCount, category);
  await insertDocuments(db, 'authors', authorCount, author);
  await insertDocuments(db, 'articles', articles, make);
  await setSequence(db, 'articles', articles * 2);
  await prepareIndexes(db, schema);
  await recordFormat(db, currentFormat);
};

/** The mean size in bytes of stored articles with both versions, among the first thousand. */
export const meanBytes = (): number => {
  const sizes = Array.from({ length: 1000 }, (_, index) => article(index))
    .filter(({ published }) => published !== undefined)
    .map((document) => BSON.calculateObjectSize(document));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
};
