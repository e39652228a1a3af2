// Events out of the documents, and deliveries for the webhooks that want them: both in one transaction.
import { MongoError } from 'mongodb';
import { isUnreachable } from '../db/index.ts';
import type { Service } from '../service.ts';
import { deliveriesIn, type Webhook } from '../webhooks/index.ts';
import { Entries, identityOf } from './entry.ts';
import { batchesOf, handed, wantedBy, type Handed } from './handed.ts';
import { LeaseLost, type Lease } from './lease.ts';
import { isAllOf, pendingIn, takeAway, type Pending } from './pending.ts';

/** Documents of a type that are looked at together. */
const looked = 500;

/** Documents that are handed on together, in one transaction: who writes one of them waits meanwhile. */
const mostDocuments = 20;

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
    await takeAway(
      db,
      batch.map(({ pending }) => pending),
      options.session,
    );
  });
};

/** Whether the same may well be done later: the fault is not in what was to be stored. */
const passes = (error: unknown): boolean =>
  isUnreachable(error) ||
  error instanceof LeaseLost ||
  (error instanceof MongoError && error.hasErrorLabel('TransientTransactionError'));

/** What the database does not take is handed on by its name alone: it must not keep all others waiting. */
const storeAll = async (lease: Lease, batch: readonly Handed[], named: (one: Handed) => Promise<Handed>) => {
  try {
    await store(lease, batch);
  } catch (error) {
    if (passes(error)) throw error;
    for (const one of batch)
      await store(lease, [one]).catch(async (fault: unknown) => {
        if (passes(fault)) throw fault;
        await store(lease, [await named(one)]);
      });
  }
};

/**
 * Hands on events, of each document in their order: those that a webhook wants become deliveries, the others are taken
 * away. Events are read before webhooks: who was there when something happened is told of it.
 *
 * @param webhooksNow those that are enabled
 * @returns how many deliveries they became; `isAll`: nothing is left of what there was, and nobody waits for what came since
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
  await takeAway(
    db,
    found.filter((pending) => !isWanted(pending)),
  );
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
    for (const batch of batchesOf(some)) {
      await storeAll(lease, batch, ({ pending }) =>
        handed(pending, webhooks, now, () => Promise.resolve(identityOf(pending))),
      );
      deliveries += batch.reduce((count, one) => count + one.deliveries.length, 0);
    }
  }
  return { deliveries, isAll: deliveries === 0 && isAllOf(found, looked) };
};
