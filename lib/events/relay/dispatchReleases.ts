// Dispatches the events of releases, which wait in the releases, to the receivers that want them.
import type { ObjectId } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { releaseUid, type Delivery, type Subscription } from '../webhooks/index.ts';
import type { Lease } from './lease.ts';
import { storeDeliveries } from './storeDeliveries.ts';

const event = 'releases.publish';

/** How many releases one transaction covers. */
const maxBatch = 200;

interface PendingRelease {
  readonly _id: number;
  readonly pending: { readonly id: ObjectId; readonly at: Date; readonly entry: Readonly<Record<string, unknown>> };
}

const deliveryOf = (
  { _id, pending: { id, at, entry } }: PendingRelease,
  receiver: Subscription['_id'],
  now: Date,
): Omit<Delivery, 'place'> => ({
  ...{ _id: `${receiver}.release.${id.toHexString()}`, webhook: receiver, about: `${releaseUid} ${_id}` },
  payload: { event, createdAt: at, model: 'release', uid: releaseUid, entry },
  ...{ state: 'waiting', since: now, attempts: 0, due: now },
});

/**
 * Stores the deliveries of events and removes the events, in one transaction for each batch.
 *
 * @returns how many deliveries it stored
 * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
 */
export const dispatchReleases = async (
  service: Service,
  lease: Lease,
  subscriptionsNow: () => Promise<readonly Subscription[]>,
): Promise<number> => {
  const releases = (await service.database.get()).collection<PendingRelease>(collections.releases);
  let count = 0;
  for (;;) {
    const found = await releases
      .find({ 'pending.at': { $gt: new Date(0) } })
      .sort({ 'pending.at': 1 })
      .limit(maxBatch)
      .toArray();
    if (found.length === 0) return count;
    const wanting = (await subscriptionsNow()).filter(({ events }) => events.includes(event));
    // During a deployment a receiver may have two subscriptions.
    const receivers = [...new Set(wanting.map(({ _id }) => _id))];
    const now = service.now();
    const deliveries = found.flatMap((release) => receivers.map((receiver) => deliveryOf(release, receiver, now)));
    await lease.runFenced(deliveries.length, async ({ db, options }, firstPlace) => {
      await storeDeliveries(db, deliveries, firstPlace, options);
      const ids = found.map(({ _id }) => _id);
      await db
        .collection<PendingRelease>(collections.releases)
        .updateMany({ _id: { $in: ids } }, { $unset: { pending: 1 } }, options);
    });
    count += deliveries.length;
  }
};
