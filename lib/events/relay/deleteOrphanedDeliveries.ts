// Deletes the deliveries of webhooks that are disabled or deleted.
import type { Db } from 'mongodb';
import { withBriefLockWait } from '../../platform/db/index.ts';
import { deliveriesCollection, webhooksCollection } from '../webhooks/index.ts';
import { waitingState } from './deliveryContext.ts';

/** How many deliveries are deleted at a time. */
const batchSize = 1_000;

/**
 * Deletes the waiting deliveries of a disabled webhook, or all deliveries of a deleted one. It reads the deliveries
 * before the webhook, so it deletes only deliveries that existed while the webhook was disabled, however slow this
 * process is.
 */
const deleteDeliveriesOf = async (db: Db, _id: number): Promise<void> => {
  const deliveries = deliveriesCollection(db);
  for (;;) {
    const found = await deliveries
      .find({ webhook: _id, ...waitingState }, { projection: { _id: 1 } })
      .limit(batchSize)
      .toArray();
    const webhook = await webhooksCollection(db).findOne({ _id });
    if (webhook?.isEnabled === true || (webhook !== null && found.length === 0)) return;
    // Parked deliveries stay until the webhook is deleted. A deleted webhook never comes back.
    const orphans =
      webhook === null ? { webhook: _id } : { _id: { $in: found.map((one) => one._id) }, ...waitingState };
    const isDone = await withBriefLockWait((options) => deliveries.deleteMany(orphans, options));
    if (webhook === null || !isDone || found.length < batchSize) return;
  }
};

/**
 * Deletes the waiting deliveries of disabled webhooks, and all deliveries of deleted webhooks.
 *
 * @throws MongoError when the database does not answer
 */
export const deleteOrphanedDeliveries = async (db: Db): Promise<void> => {
  const named = await deliveriesCollection(db).distinct('webhook');
  if (named.length === 0) return;
  const enabled = await webhooksCollection(db).distinct('_id', { isEnabled: true, _id: { $in: named } });
  for (const _id of named.filter((one) => !enabled.includes(one))) await deleteDeliveriesOf(db, _id);
};
