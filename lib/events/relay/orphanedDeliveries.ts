// Deletes the deliveries of webhooks that are disabled or deleted, and parks those of receivers that no deployed code has.
import type { Db } from 'mongodb';
import { withBriefLockWait } from '../../platform/db/index.ts';
import { deliveriesCollection, findDeployedSubscriptions, webhooksCollection } from '../webhooks/index.ts';
import { parkExpired, waitingState, type DeliveryContext } from './deliveryContext.ts';

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

const message = 'No deployed code has this receiver';

/**
 * Deletes the waiting deliveries of disabled webhooks, and all deliveries of deleted webhooks. Parks the deliveries that
 * nothing can deliver.
 *
 * @throws MongoError when the database does not answer
 */
export const settleOrphanedDeliveries = async (context: DeliveryContext): Promise<void> => {
  const db = await context.service.database.get();
  const named = await deliveriesCollection(db).distinct('webhook');
  const webhooks = named.filter((one) => typeof one === 'number');
  const others = named.filter((one) => typeof one === 'string');
  const enabled =
    webhooks.length === 0
      ? []
      : await webhooksCollection(db).distinct('_id', { isEnabled: true, _id: { $in: webhooks } });
  for (const _id of webhooks.filter((one) => !enabled.includes(one))) await deleteDeliveriesOf(db, _id);
  const deployed = others.length === 0 ? [] : await findDeployedSubscriptions(db, context.service.now());
  for (const _id of others.filter((one) => !deployed.some((subscription) => subscription._id === one)))
    // They may be of code that is being deployed, or that comes back, so they wait for a day.
    await parkExpired(context, _id, message);
};
