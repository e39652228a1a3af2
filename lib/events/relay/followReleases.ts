// Makes releases due whose documents change, so that the sweep of releases checks them, and tells their owners what prevents them.
import { collections } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { PendingDocument } from './pendingDocuments.ts';

/** How long a check waits for further changes: whoever writes may correct what was invalid for a moment. */
const settleMs = 60_000;

/**
 * Called before the events of documents are removed.
 *
 * @throws MongoError when the database does not answer
 */
export const followReleases = async (service: Service, documents: readonly PendingDocument[]): Promise<void> => {
  const db = await service.database.get();
  const ids = documents.filter(({ type }) => type.draftAndPublish).map(({ documentId }) => documentId);
  if (ids.length === 0) return;
  const uids = [...new Set(documents.map(({ type: { uid } }) => uid))];
  const planned = await db
    .collection(collections.releaseActions)
    .distinct('release', { contentType: { $in: uids }, documentId: { $in: [...new Set(ids)] } });
  if (planned.length === 0) return;
  await db
    .collection<{ _id: number }>(collections.releases)
    .updateMany({ _id: { $in: planned as number[] }, due: { $gt: new Date(0) } }, [
      { $set: { due: { $min: ['$due', { $add: ['$$NOW', settleMs] }] } } },
    ]);
};
