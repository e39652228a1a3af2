// Dispatches events: removes them from the documents and stores deliveries for the subscribed webhooks, in one
// transaction.
import { isLockTimeout, isUnreachable, tryBriefly } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { deliveriesIn, type Webhook } from '../webhooks/index.ts';
import { Entries, identityOf } from './entry.ts';
import { batchesOf, handed, wantedBy, type Handed } from './fanOut.ts';
import { LeaseLost, type Lease } from './lease.ts';
import { isAllOf, pendingIn, takeAway, type Pending } from './pending.ts';

/** How many documents of one type are read at a time. */
const looked = 500;

/** How many documents one transaction covers. Writers of these documents wait until it ends. */
const mostDocuments = 20;

/** Another relay dispatched these events after this process read them. */
class StaleEvents extends Error {}

const store = (lease: Lease, batch: readonly Handed[]): Promise<void> => {
  const deliveries = batch.flatMap((one) => one.deliveries);
  return lease.fenced(deliveries.length, async ({ db, options }, firstPlace) => {
    const inserts = deliveries.map(({ _id, ...delivery }, index) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...delivery, place: firstPlace + index } },
        upsert: true,
      },
    }));
    if (inserts.length > 0) await deliveriesIn(db).bulkWrite(inserts, options);
    const pending = batch.map((one) => one.pending);
    if (!(await takeAway(db, pending, options))) throw new StaleEvents();
  });
};

/** Whether the round must stop: the database is unreachable, or this process lost the lease. */
const endsRound = (error: unknown): boolean => isUnreachable(error) || error instanceof LeaseLost;

/**
 * Whether the document is retried in the next round: another transaction holds it, or another relay dispatched its
 * events.
 */
const isForLater = (error: unknown): boolean => isLockTimeout(error) || error instanceof StaleEvents;

type Named = (one: Handed) => Promise<Handed>;

/**
 * Stores the deliveries of one document. If the database rejects them, it stores them with only the identity of the
 * document.
 */
const storeOne = async (lease: Lease, one: Handed, named: Named): Promise<void> => {
  try {
    await store(lease, [one]);
  } catch (error) {
    if (endsRound(error) || isForLater(error)) throw error;
    await store(lease, [await named(one)]);
  }
};

/**
 * Stores a batch in one transaction. If that fails, it stores each document separately, so that one document cannot
 * block the others.
 *
 * @returns how many deliveries were stored
 */
const storeAll = async (lease: Lease, batch: readonly Handed[], named: Named): Promise<number> => {
  try {
    await store(lease, batch);
    return batch.reduce((count, { deliveries }) => count + deliveries.length, 0);
  } catch (error) {
    if (endsRound(error)) throw error;
  }
  let count = 0;
  for (const one of batch)
    try {
      await storeOne(lease, one, named);
      count += one.deliveries.length;
    } catch (error) {
      if (!isForLater(error)) throw error;
    }
  return count;
};

/**
 * Dispatches the pending events of each document in their order. Events that a webhook subscribes to become
 * deliveries; the others are removed. It reads the events before the webhooks, so a webhook that existed when an
 * event happened gets that event.
 *
 * @param webhooksNow returns the enabled webhooks
 * @returns how many deliveries it stored; `isAll` is true if no more events can be dispatched now
 * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
 */
export const handOn = async (
  service: Service,
  lease: Lease,
  webhooksNow: () => Promise<readonly Webhook[]>,
): Promise<{ readonly deliveries: number; readonly isAll: boolean }> => {
  const db = await service.database.get();
  const found = await pendingIn(db, service.schema, looked);
  if (found.length === 0) return { deliveries: 0, isAll: true };
  const webhooks = await webhooksNow();
  const isWanted = (pending: Pending): boolean =>
    pending.events.some((event) => wantedBy(webhooks, pending, event) !== undefined);
  const unwanted = found.filter((pending) => !isWanted(pending));
  const isCleared = await tryBriefly((options) => takeAway(db, unwanted, options));
  const wanted = found.filter(isWanted);
  let deliveries = 0;
  for (let start = 0; start < wanted.length; start += mostDocuments) {
    const now = service.now();
    const entries = new Entries(service);
    const some = await Promise.all(
      wanted
        .slice(start, start + mostDocuments)
        .map((pending) => handed(pending, webhooks, now, (...event) => entries.of(...event))),
    );
    for (const batch of batchesOf(some))
      deliveries += await storeAll(lease, batch, ({ pending }) =>
        handed(pending, webhooks, now, () => Promise.resolve(identityOf(pending))),
      );
  }
  // Documents that other transactions hold cannot be dispatched in this round.
  const isHeld = !isCleared || wanted.length > 0;
  return { deliveries, isAll: deliveries === 0 && (isHeld || isAllOf(found, looked)) };
};
