// Documents that could not be indexed because another transaction held the index: that of a relay that has died, where MongoDB
// does not end it for the next relay. Their events need not wait until it ends, because these rows remember the documents.
import type { Collection, Db, ObjectId } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import type { ChangedDocument } from '../types.ts';

/** A document that is still to be indexed. */
export interface PostponedDocument extends Omit<ChangedDocument, 'type'> {
  readonly _id: ObjectId;
  /** The uid. */
  readonly type: string;
  /** When it was tried last. */
  readonly at: Date;
}

/** How many documents are tried at a time. */
const maxTried = 50;

const postponedCollection = (db: Db): Collection<PostponedDocument> => db.collection(collections.searchPostponed);

/** Remembers documents, which are tried again after all others. */
export const postponeDocuments = async (db: Db, documents: readonly ChangedDocument[], at: Date): Promise<void> => {
  await postponedCollection(db).bulkWrite(
    documents.map(({ _id, type: { uid }, documentId, locale }) => ({
      replaceOne: { filter: { _id }, replacement: { type: uid, documentId, locale, at }, upsert: true },
    })),
    { ordered: false },
  );
};

/** @returns those that have waited longest */
export const findPostponed = (db: Db): Promise<readonly PostponedDocument[]> =>
  postponedCollection(db).find().sort({ at: 1 }).limit(maxTried).toArray();

export const forgetPostponed = async (db: Db, documents: readonly Pick<ChangedDocument, '_id'>[]): Promise<void> => {
  await postponedCollection(db).deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } });
};
