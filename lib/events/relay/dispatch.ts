// Dispatches events: removes them from the documents and stores deliveries for their receivers, in one
// transaction.
import { isLockTimeout, isUnreachable, LeaseLost, withBriefLockWait, type Lease } from '../../platform/db/index.ts';
import { recordEvents } from '../../history/audit/index.ts';
import type { Service } from '../../platform/service.ts';
import { moveReplacedVersions } from '../../history/index.ts';
import type { Subscription } from '../webhooks/index.ts';
import { EntryReader, identityOf } from './entryReader.ts';
import { splitIntoBatches, fanOut, findSubscribers, type FannedOutDocument } from './fanOut.ts';
import { storeDeliveries } from './deliveryContext.ts';
import { isComplete, findPendingDocuments, removeEvents, type PendingDocument } from './pendingDocuments.ts';

/** How many documents of one type are read at a time. */
const scanLimit = 1_000;

/** How many documents one transaction covers. Writers of these documents wait until it ends. */
const maxBatchDocuments = 20;

/** Another relay dispatched these events after this process read them. */
class StaleEvents extends Error {}

const storeBatch = (lease: Lease, batch: readonly FannedOutDocument[]): Promise<void> => {
  const deliveries = batch.flatMap((one) => one.deliveries);
  return lease.runFenced(deliveries.length, async ({ db, options }, firstPlace) => {
    await storeDeliveries(db, deliveries, firstPlace, options);
    const pending = batch.map((one) => one.pending);
    if (!(await removeEvents(db, pending, options))) throw new StaleEvents();
  });
};

/** Whether the round must stop: the database is unreachable, or this process lost the lease. */
const endsRound = (error: unknown): boolean => isUnreachable(error) || error instanceof LeaseLost;

/**
 * Whether the document is retried in the next round: another transaction holds it, or another relay dispatched its
 * events.
 */
const isRetriable = (error: unknown): boolean => isLockTimeout(error) || error instanceof StaleEvents;

type ReduceToIdentity = (one: FannedOutDocument) => Promise<FannedOutDocument>;

/**
 * Stores the deliveries of one document. If the database rejects them, it stores them with only the identity of the
 * document.
 */
const storeOne = async (lease: Lease, one: FannedOutDocument, reduceToIdentity: ReduceToIdentity): Promise<void> => {
  try {
    await storeBatch(lease, [one]);
  } catch (error) {
    if (endsRound(error) || isRetriable(error)) throw error;
    await storeBatch(lease, [await reduceToIdentity(one)]);
  }
};

/**
 * Stores a batch in one transaction. If that fails, it stores each document separately, so that one document cannot
 * block the others.
 *
 * @returns how many deliveries were stored
 */
const storeBatchOrEach = async (
  lease: Lease,
  batch: readonly FannedOutDocument[],
  reduceToIdentity: ReduceToIdentity,
): Promise<number> => {
  try {
    await storeBatch(lease, batch);
    return batch.reduce((count, { deliveries }) => count + deliveries.length, 0);
  } catch (error) {
    if (endsRound(error)) throw error;
  }
  let count = 0;
  for (const one of batch)
    try {
      await storeOne(lease, one, reduceToIdentity);
      count += one.deliveries.length;
    } catch (error) {
      if (!isRetriable(error)) throw error;
    }
  return count;
};

/**
 * Dispatches the pending events of each document in their order. Events that a receiver wants become
 * deliveries; the others are removed. It reads the events before the subscriptions, so a receiver that existed when an
 * event happened gets that event.
 *
 * @param subscriptionsNow returns which events the receivers want
 * @param beforeRemoval is called with the documents before any of their events is removed
 * @returns how many deliveries it stored; `isAll` is true if no more events can be dispatched now
 * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
 */
export const dispatchEvents = async (
  service: Service,
  lease: Lease,
  subscriptionsNow: () => Promise<readonly Subscription[]>,
  beforeRemoval: (found: readonly PendingDocument[]) => Promise<void>,
): Promise<{ readonly deliveries: number; readonly isAll: boolean }> => {
  const db = await service.database.get();
  const found = await findPendingDocuments(db, service.schema, scanLimit);
  if (found.length === 0) return { deliveries: 0, isAll: true };
  // Before any event is removed.
  await moveReplacedVersions(
    service,
    found.filter(({ hasVersions }) => hasVersions),
  );
  // Both are done before an error is thrown, so that no round begins while the transaction of another is open.
  const [recorded, followed] = await Promise.allSettled([recordEvents(service, db, found), beforeRemoval(found)]);
  for (const one of [recorded, followed]) if (one.status === 'rejected') throw one.reason;
  const subscriptions = await subscriptionsNow();
  const hasSubscriber = (pending: PendingDocument): boolean =>
    pending.events.some((event) => findSubscribers(subscriptions, pending, event) !== undefined);
  const withoutSubscribers = found.filter((pending) => !hasSubscriber(pending));
  const isRemoved = await withBriefLockWait((options) => removeEvents(db, withoutSubscribers, options));
  const subscribed = found.filter(hasSubscriber);
  let deliveries = 0;
  for (let start = 0; start < subscribed.length; start += maxBatchDocuments) {
    const now = service.now();
    const entries = new EntryReader(service);
    const some = await Promise.all(
      subscribed
        .slice(start, start + maxBatchDocuments)
        .map((pending) => fanOut(pending, subscriptions, now, (...event) => entries.of(...event))),
    );
    for (const batch of splitIntoBatches(some))
      deliveries += await storeBatchOrEach(lease, batch, ({ pending }) =>
        fanOut(pending, subscriptions, now, () => Promise.resolve(identityOf(pending))),
      );
  }
  // Documents that other transactions hold cannot be dispatched in this round.
  const isWaiting = !isRemoved || subscribed.length > 0;
  return { deliveries, isAll: deliveries === 0 && (isWaiting || isComplete(found, scanLimit)) };
};
