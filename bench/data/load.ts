// Puts the documents into a database, with the indexes and sequences that Lectern has there.
import { BSON, type Db } from 'mongodb';
import { collections, prepareIndexes, type Stored } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { article, author, authorCount, category, categoryCount } from './documents.ts';

const batch = 500;

const insert = async (db: Db, collection: string, count: number, make: (index: number) => Stored): Promise<void> => {
  // What is only for this run need not be on the majority's disks before the next batch goes.
  const into = db.collection<Stored>(collection, { writeConcern: { w: 1 } });
  let written: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < count; from += batch) {
    const documents = Array.from({ length: Math.min(batch, count - from) }, (_, at) => make(from + at));
    await written;
    written = into.insertMany(documents);
  }
  await written;
};

/** Ids are drawn after those that the documents have. */
const advance = async (db: Db, sequence: string, last: number): Promise<void> => {
  await db
    .collection<{ readonly _id: string; readonly last: number }>(collections.sequences)
    .updateOne({ _id: sequence }, { $set: { last } }, { upsert: true });
};

/** Loads this many articles, and the authors and categories that they name. */
export const load = async (db: Db, schema: Schema, articles: number): Promise<void> => {
  await insert(db, 'categories', categoryCount, category);
  await insert(db, 'authors', authorCount, author);
  await insert(db, 'articles', articles, article);
  await advance(db, 'articles', articles * 2);
  await prepareIndexes(db, schema);
};

/** The size of a stored article with both versions, in bytes: the mean of a thousand. */
export const meanBytes = (): number => {
  const sizes = Array.from({ length: 1000 }, (_, index) => article(index))
    .filter(({ published }) => published !== undefined)
    .map((document) => BSON.calculateObjectSize(document));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
};
