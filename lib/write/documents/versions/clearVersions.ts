// Removes the versions of documents from their outboxes for good.
import type { Filter } from 'mongodb';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import type { ContentType } from '../../../schema/index.ts';

/**
 * Removes what the outboxes of these documents have of their content. The mark that it leaves comes first: a relay that is moving
 * a version at this moment finds the mark afterwards, and removes the version again. The caller removes those in the history.
 */
export const clearVersions = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  { collectionName }: ContentType,
  filter: Filter<StoredDocument>,
): Promise<void> => {
  const documents = db.collection<StoredDocument>(collectionName);
  const forgottenBefore = { $ifNull: ['$written.revision', '$revision'] };
  await documents.updateMany(filter, [{ $set: { forgottenBefore } }], options);
  await documents.updateMany(
    { ...filter, pending: { $exists: true } },
    { $unset: { 'pending.$[].removedVersion': 1, 'pending.$[].gone': 1, 'pending.$[].replaced': 1 } },
    options,
  );
};
