// Takes events out of the documents and makes deliveries for the webhooks that want them, both in one transaction.
import { isLockTimeout, isUnreachable, tryBriefly } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { deliveriesIn, type Webhook } from '../webhooks/index.ts';
import { Entries, identityOf } from './entry.ts';
import { batchesOf, handed, wantedBy, type Handed } from './fanOut.ts';
import { LeaseLost, type Lease } from './lease.ts';
import { isAllOf, pendingIn, takeAway, type Pending } from './pending.ts';

/** Documents of a type that are looked at together. */
const looked = 500;

/** Documents that are handed on together, in one transaction: who writes one of them waits meanwhile. */
const mostDocuments = 20;

/** Another relay handed these events on since they were read. */
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

/** Nothing can be handed on by this process, or at the moment. */
const endsRound = (error: unknown): boolean => isUnreachable(error) || error instanceof LeaseLost;

/** Others hold the document, or handed its events on: it is looked at again in the next round. */
const isForLater = (error: unknown): boolean => isLockTimeout(error) || error instanceof StaleEvents;

type Named = (one: Handed) => Promise<Handed>;

/** What the database does not take is handed on by its name alone. */
const storeOne = async (lease: Lease, one: Handed, named: Named): Promise<void> => {
  try {
    await store(lease, [one]);
  } catch (error) {
    if (endsRound(error) || isForLater(error)) throw error;
    await store(lease, [await named(one)]);
  }
};

/**
 * Stores a batch, and where that fails each document by itself: one must not keep all others waiting.
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
 * Hands on events, of each document in their order: those that a webhook wants become deliveries, the others are taken
 * away. Events are read before webhooks: who was there when something happened is told of it.
 *
 * @param webhooksNow those that are enabled
 * @returns how many deliveries they became; `isAll`: nothing is left that can be handed on now
 * @throws LeaseLost; MongoError when the database does not answer
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
  // Of documents that others hold nothing more is to be had in this round.
  const isHeld = !isCleared || wanted.length > 0;
  return { deliveries, isAll: deliveries === 0 && (isHeld || isAllOf(found, looked)) };
};
