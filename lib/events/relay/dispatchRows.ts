// Dispatches what waits in rows that are no documents: rows of the audit log, and the events of releases.
import type { Filter, ObjectId, Sort } from 'mongodb';
import { toAuditAnswer } from '../../history/audit/index.ts';
import type { AuditRow } from '../../platform/audit/index.ts';
import { collections, isLockTimeout, type Lease } from '../../platform/db/index.ts';
import { auditSubscription, type Subscribed } from '../../platform/eventNames.ts';
import type { Service } from '../../platform/service.ts';
import { releaseUid, type Delivery, type EventPayload, type Subscription } from '../webhooks/index.ts';
import { storeDeliveries } from './deliveryContext.ts';

/** How many rows one transaction covers. */
const maxBatch = 200;

/** A collection whose rows wait with the field `pending`. */
interface RowKind<Row extends { _id: unknown }> {
  readonly collection: string;
  readonly waiting: Filter<Row>;
  /** The oldest first. */
  readonly order: Sort;
  /** What receivers subscribe to. */
  readonly subscribed: Subscribed;
  /** @returns `key` makes the `_id` of a delivery, with the receiver */
  readonly delivered: (row: Row) => { readonly key: string; readonly id: unknown; readonly payload: EventPayload };
}

const auditRows: RowKind<AuditRow> = {
  collection: collections.audit,
  waiting: { pending: true },
  order: { _id: 1 },
  subscribed: auditSubscription,
  delivered: (row) => {
    const id = row._id.toHexString();
    const payload = { event: `audit.${row.action}` as const, createdAt: row.at, model: 'audit', uid: 'lectern::audit' };
    return { key: `audit.${id}`, id, payload: { ...payload, entry: { ...toAuditAnswer(row) } } };
  },
};

interface PendingRelease {
  readonly _id: number;
  readonly pending: { readonly id: ObjectId; readonly at: Date; readonly entry: EventPayload['entry'] };
}

const releases: RowKind<PendingRelease> = {
  collection: collections.releases,
  waiting: { 'pending.at': { $gt: new Date(0) } },
  order: { 'pending.at': 1 },
  subscribed: 'releases.publish',
  delivered: ({ _id, pending: { id, at, entry } }) => ({
    key: `release.${id.toHexString()}`,
    id: _id,
    payload: { event: 'releases.publish', createdAt: at, model: 'release', uid: releaseUid, entry },
  }),
};

const dispatchKind = async <Row extends { _id: unknown }>(
  { collection, waiting, order, subscribed, delivered }: RowKind<Row>,
  service: Service,
  lease: Lease,
  subscriptionsNow: () => Promise<readonly Subscription[]>,
): Promise<number> => {
  const rows = (await service.database.get()).collection(collection);
  for (let count = 0; ;) {
    const found = (await rows
      .find(waiting as Filter<object>)
      .sort(order)
      .limit(maxBatch)
      .toArray()) as unknown as Row[];
    if (found.length === 0) return count;
    const wanting = (await subscriptionsNow()).filter(({ events }) => events.includes(subscribed));
    // During a deployment a receiver may have two subscriptions.
    const receivers = [...new Set(wanting.map(({ _id }) => _id))];
    const now = service.now();
    const deliveries = found.map(delivered).flatMap(({ key, id, payload }) =>
      receivers.map((receiver): Omit<Delivery, 'place'> => {
        const about = `${payload.uid} ${String(id)}`;
        const identity = { _id: `${receiver}.${key}`, webhook: receiver, about };
        return { ...identity, payload, state: 'waiting', since: now, attempts: 0, due: now };
      }),
    );
    try {
      await lease.runFenced(deliveries.length, async ({ db, options }, firstPlace) => {
        await storeDeliveries(db, deliveries, firstPlace, options);
        const ids = { _id: { $in: found.map(({ _id }) => _id) } } as Filter<object>;
        await db.collection(collection).updateMany(ids, { $unset: { pending: 1 } }, options);
      });
    } catch (error) {
      // Another transaction holds one of the rows. The next round tries again.
      if (isLockTimeout(error)) return count;
      throw error;
    }
    count += deliveries.length;
  }
};

/**
 * Stores the deliveries of rows that wait, the oldest first, and removes their mark, in one transaction for each batch.
 *
 * @param subscriptionsNow returns what the receivers want
 * @returns how many deliveries it stored
 * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
 */
export const dispatchRows = async (
  service: Service,
  lease: Lease,
  subscriptionsNow: () => Promise<readonly Subscription[]>,
): Promise<number> =>
  (await dispatchKind(auditRows, service, lease, subscriptionsNow)) +
  (await dispatchKind(releases, service, lease, subscriptionsNow));
