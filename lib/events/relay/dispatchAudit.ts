// Dispatches rows of the audit log to the targets of the configuration that want them.
import { toAuditAnswer } from '../../history/audit/index.ts';
import { auditCollection, type AuditRow } from '../../platform/audit/index.ts';
import { auditSubscription } from '../../platform/eventNames.ts';
import type { Service } from '../../platform/service.ts';
import { type Delivery, type Subscription } from '../webhooks/index.ts';
import { storeDeliveries } from './storeDeliveries.ts';
import type { Lease } from './lease.ts';

/** How many rows one transaction covers. */
const maxBatch = 200;

/** The uid in the deliveries of rows. */
const uid = 'lectern::audit';

const deliveryOf = (row: AuditRow, receiver: Subscription['_id'], now: Date): Omit<Delivery, 'place'> => {
  const id = row._id.toHexString();
  const payload = {
    ...{ event: `audit.${row.action}` as const, createdAt: row.at, model: 'audit', uid },
    entry: { ...toAuditAnswer(row) },
  };
  return {
    ...{ _id: `${receiver}.audit.${id}`, webhook: receiver, about: `${uid} ${id}`, payload, state: 'waiting' },
    ...{ since: now, attempts: 0, due: now },
  };
};

/**
 * Stores the deliveries of rows that wait for them, the oldest first, and removes their mark, in one transaction for each batch.
 *
 * @returns how many deliveries it stored
 * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
 */
export const dispatchAuditRows = async (
  service: Service,
  lease: Lease,
  subscriptionsNow: () => Promise<readonly Subscription[]>,
): Promise<number> => {
  const rows = auditCollection(await service.database.get());
  let count = 0;
  for (;;) {
    const found = await rows.find({ pending: true }).sort({ _id: 1 }).limit(maxBatch).toArray();
    if (found.length === 0) return count;
    const wanting = (await subscriptionsNow()).filter(({ events }) => events.includes(auditSubscription));
    // During a deployment a receiver may have two subscriptions.
    const receivers = [...new Set(wanting.map(({ _id }) => _id))];
    const now = service.now();
    const deliveries = found.flatMap((row) => receivers.map((receiver) => deliveryOf(row, receiver, now)));
    await lease.runFenced(deliveries.length, async ({ db, options }, firstPlace) => {
      await storeDeliveries(db, deliveries, firstPlace, options);
      const ids = found.map(({ _id }) => _id);
      await auditCollection(db).updateMany({ _id: { $in: ids } }, { $unset: { pending: 1 } }, options);
    });
    count += deliveries.length;
  }
};
