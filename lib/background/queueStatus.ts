// Reads how far the worker is behind: events that wait in documents, deliveries, and documents that stored totals lack.
import { isLeaseHeld, maxTotalsAgeMs, totalsCollection } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { isContent } from '../schema/index.ts';
import { countPending } from '../events/relay/index.ts';
import { deliveriesCollection, type Delivery } from '../events/webhooks/index.ts';
import { ageOf, countUncounted, isMissingIndex } from './typeTotals.ts';

/** Of each type at most so many documents are counted, so that a long queue costs no more than a short one. */
const maxCounted = 10_000;

export interface QueueStatus {
  /** Whether some process relays events now. */
  readonly isRunning: boolean;
  /** How many documents have events that are not dispatched yet. */
  readonly documents: number;
  /** When the longest-waiting of these events happened. */
  readonly oldestAt: Date | undefined;
  readonly deliveries: readonly { readonly _id: Pick<Delivery, 'webhook' | 'state'>; readonly count: number }[];
  /** How many documents stored totals lack; lists add them one by one. */
  readonly uncounted: number;
  /** How many types have no stored total, so that their lists count all documents. */
  readonly withoutTotal: number;
}

/**
 * Reads one type after the other, so that requests have the other connections.
 *
 * @throws MongoError when the database does not answer
 */
export const readQueueStatus = async (service: Service): Promise<QueueStatus> => {
  const db = await service.database.get();
  const totals = new Map((await totalsCollection(db).find().toArray()).map((one) => [one._id, one]));
  let [documents, uncounted, withoutTotal] = [0, 0, 0];
  let oldestAt: Date | undefined;
  for (const type of [...service.schema.types.values()].filter(isContent)) {
    const pending = await countPending(db, type, maxCounted);
    documents += pending.count;
    if (pending.oldestAt !== undefined && !(oldestAt !== undefined && oldestAt < pending.oldestAt))
      ({ oldestAt } = pending);
    if (ageOf(totals.get(type.collectionName), service.now()) > maxTotalsAgeMs) withoutTotal += 1;
    uncounted += await countUncounted({ db }, type, maxCounted).catch((error: unknown) => {
      if (isMissingIndex(error)) return 0;
      throw error;
    });
  }
  const deliveries = await deliveriesCollection(db)
    .aggregate<QueueStatus['deliveries'][number]>([
      { $group: { _id: { webhook: '$webhook', state: '$state' }, count: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  return { isRunning: await isLeaseHeld(service, 'relay'), documents, oldestAt, deliveries, uncounted, withoutTotal };
};
