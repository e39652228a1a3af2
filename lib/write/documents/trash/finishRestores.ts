// Puts back the links to restored documents that were too many for the transaction of the restore, in batches.
import { ObjectId } from 'mongodb';
import {
  collections,
  livingDocumentFilter,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { Schema } from '../../../schema/index.ts';
import { eventsOf, pushEvents } from '../outbox.ts';
import { putBackLinks, type LostLink, type RestoredTarget } from '../links/putBackLinks.ts';

/** A restore whose links are not all put back. It stays until they are, so that another process can finish it. */
interface UnfinishedRestore extends Omit<RestoredTarget, 'type'> {
  readonly _id: ObjectId;
  /** The uid of the type of the restored document. */
  readonly restored: string;
  /** For the index that removes old records. */
  readonly removedAt: Date;
}

const restoresIn = ({ db }: Pick<Transaction, 'db'>) => db.collection<UnfinishedRestore>(collections.removedLinks);

/** Notes, in the transaction of a restore, that links have to be put back after it. */
export const noteRestore = async (
  unit: Transaction,
  { type, documentId, locales, deletions }: RestoredTarget,
): Promise<ObjectId> => {
  const _id = new ObjectId();
  const note = { _id, restored: type.uid, documentId, locales, deletions, removedAt: new Date() };
  await restoresIn(unit).insertOne(note, unit.options);
  return _id;
};

/** @returns the links that did not come back, and whether nothing is left to do, also because the document was deleted again */
const putBackBatch = async (
  transaction: Transaction,
  schema: Schema,
  links: RestoredTarget,
): ReturnType<typeof putBackLinks> => {
  const { db, options } = transaction;
  const { matchedCount } = await db.collection<StoredDocument>(links.type.collectionName).updateMany(
    livingDocumentFilter(links.type, links.documentId),
    // No receiver wants the event: it purges the caches of the documents that get their links back.
    { $inc: { revision: 1 }, ...pushEvents(eventsOf(links.type, ['relink'], new Date())) },
    options,
  );
  return matchedCount === 0 ? { lost: [], isComplete: true } : putBackLinks(transaction, schema, links);
};

/**
 * Puts back the remaining links of restores. Each batch is a transaction.
 *
 * @param only the restore to finish; undefined: all
 * @returns the links that did not come back
 */
export const finishRestores = async (
  unit: Transaction,
  schema: Schema,
  only?: ObjectId,
): Promise<readonly LostLink[]> => {
  const lost: LostLink[] = [];
  const found = await restoresIn(unit)
    .find({ restored: { $gt: '' }, ...(only === undefined ? {} : { _id: only }) }, unit.options)
    .toArray();
  for (const { _id, restored, ...links } of found) {
    const type = schema.types.get(restored);
    for (let isComplete = type === undefined; !isComplete && type !== undefined;) {
      const batch = await unit.inTransaction((transaction) => putBackBatch(transaction, schema, { ...links, type }));
      lost.push(...batch.lost);
      ({ isComplete } = batch);
    }
    await restoresIn(unit).deleteOne({ _id }, unit.options);
  }
  return lost;
};
