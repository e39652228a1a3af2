// Deletes the deliveries of webhooks that are disabled or deleted.
import type { Db } from 'mongodb';
import { tryBriefly } from '../../platform/db/index.ts';
import { deliveriesIn, webhooksIn } from '../webhooks/index.ts';
import { waiting } from './sending.ts';

/** Deliveries that are deleted together. */
const batch = 1_000;

/**
 * Of one webhook. Deliveries are read before the webhook is: only those are deleted that were there while it was not
 * enabled, however late this process does it.
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
    // Parked ones stay for as long as the webhook is there. Nothing brings back one that was deleted.
    const strays = webhook === null ? { webhook: _id } : { _id: { $in: found.map((one) => one._id) }, ...waiting };
    const isDone = await tryBriefly((options) => deliveries.deleteMany(strays, options));
    if (webhook === null || !isDone || found.length < batch) return;
  }
};

/**
 * Deletes what waits for webhooks that are disabled, and all that there is of those that were deleted.
 *
 * @throws MongoError when the database does not answer
 */
export const deleteStrays = async (db: Db): Promise<void> => {
  const named = await deliveriesIn(db).distinct('webhook');
  if (named.length === 0) return;
  const enabled = await webhooksIn(db).distinct('_id', { isEnabled: true, _id: { $in: named } });
  for (const _id of named.filter((one) => !enabled.includes(one))) await deleteOf(db, _id);
};
