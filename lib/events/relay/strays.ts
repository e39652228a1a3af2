// Deletes the deliveries of webhooks that are disabled or deleted.
import type { Db } from 'mongodb';
import { tryBriefly } from '../../platform/db/index.ts';
import { deliveriesIn, webhooksIn } from '../webhooks/index.ts';
import { waiting } from './sending.ts';

/** How many deliveries are deleted at a time. */
const batch = 1_000;

/**
 * Deletes the waiting deliveries of a disabled webhook, or all deliveries of a deleted one. It reads the deliveries
 * before the webhook, so it deletes only deliveries that existed while the webhook was disabled, however slow this
 * process is.
 */
const deleteOf = async (db: Db, _id: number): Promise<void> => {
  const deliveries = deliveriesIn(db);
  for (;;) {
    const found = await deliveries
      .find({ webhook: _id, ...waiting }, { projection: { _id: 1 } })
      .limit(batch)
      .toArray();
    const webhook = await webhooksIn(db).findOne({ _id });
    if (webhook?.isEnabled === true || (webhook !== null && found.length === 0)) return;
    // Parked deliveries stay until the webhook is deleted. A deleted webhook never comes back.
    const strays = webhook === null ? { webhook: _id } : { _id: { $in: found.map((one) => one._id) }, ...waiting };
    const isDone = await tryBriefly((options) => deliveries.deleteMany(strays, options));
    if (webhook === null || !isDone || found.length < batch) return;
  }
};

/**
 * Deletes the waiting deliveries of disabled webhooks, and all deliveries of deleted webhooks.
 *
 * @throws MongoError when the database does not answer
 */
export const deleteStrays = async (db: Db): Promise<void> => {
  const named = await deliveriesIn(db).distinct('webhook');
  if (named.length === 0) return;
  const enabled = await webhooksIn(db).distinct('_id', { isEnabled: true, _id: { $in: named } });
  for (const _id of named.filter((one) => !enabled.includes(one))) await deleteOf(db, _id);
};
