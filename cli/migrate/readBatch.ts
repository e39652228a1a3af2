// Reads all documents of a collection in batches, in the order of their `_id`, which never changes.
import { BSON, type Db, type WithId } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';

const maxDocuments = 200;

/** The most that a single document may have. */
const maxBytes = 16_000_000;

export interface Batch {
  readonly documents: readonly WithId<StoredDocument>[];
  /** The `_id` after which the next batch begins. */
  readonly after: unknown;
}

/**
 * @param after the last `_id` of the previous batch; undefined for the first batch
 * @returns undefined if there are no more documents
 */
export const readBatch = async (db: Db, collection: string, after: unknown): Promise<Batch | undefined> => {
  const cursor = db
    .collection<StoredDocument>(collection)
    .find(after === undefined ? {} : { _id: { $gt: after as never } }, { useBigInt64: true, batchSize: 50 }) // an _id that this function returned
    .sort({ _id: 1 })
    .limit(maxDocuments);
  const documents: WithId<StoredDocument>[] = [];
  let bytes = 0;
  for await (const document of cursor) {
    documents.push(document);
    bytes += BSON.calculateObjectSize(document);
    if (bytes > maxBytes) break;
  }
  const last = documents.at(-1);
  return last === undefined ? undefined : { documents, after: last._id };
};
