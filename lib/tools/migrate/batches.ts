// All documents of a collection, a batch at a time, in an order that nobody changes.
import { BSON, type Db, type WithId } from 'mongodb';
import type { Stored } from '../../platform/db/index.ts';

const mostDocuments = 200;

/** A document may have sixteen megabytes. */
const mostBytes = 16_000_000;

export interface Batch {
  readonly documents: readonly WithId<Stored>[];
  /** Where the next one begins. */
  readonly after: unknown;
}

/**
 * @param after where the batch before ended; undefined: the first
 * @returns undefined where there are no more
 */
export const batchOf = async (db: Db, collection: string, after: unknown): Promise<Batch | undefined> => {
  const cursor = db
    .collection<Stored>(collection)
    .find(after === undefined ? {} : { _id: { $gt: after as never } }, { useBigInt64: true, batchSize: 50 }) // an _id as it was read
    .sort({ _id: 1 })
    .limit(mostDocuments);
  const documents: WithId<Stored>[] = [];
  let bytes = 0;
  for await (const document of cursor) {
    documents.push(document);
    bytes += BSON.calculateObjectSize(document);
    if (bytes > mostBytes) break;
  }
  const last = documents.at(-1);
  return last === undefined ? undefined : { documents, after: last._id };
};
