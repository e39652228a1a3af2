// Events out of the documents, and deliveries for the webhooks that want them: both in one transaction.
import { MongoError } from 'mongodb';
import { isUnreachable } from '../db/index.ts';
import { builtInUids } from '../schema/index.ts';
import type { Service } from '../service.ts';
import { deliveriesIn, type Delivery, type EventName, type Webhook } from '../webhooks/index.ts';
import { Entries, identityOf, nameOf, toldOf } from './entry.ts';
import { LeaseLost, type Lease } from './lease.ts';
import { pendingIn, takeAway, type Pending } from './pending.ts';

/** Documents of a type that are looked at together. */
const looked = 500;

/** Documents that are handed on together, in one transaction: who writes one of them waits meanwhile. */
const mostDocuments = 20;

/** Bytes of JSON that are handed on together, and that events of one document are, if it is not a single one. */
const mostBytes = 8_000_000;

const wants = ({ events, contentTypes }: Webhook, { type }: Pending, event: EventName): boolean =>
  events.includes(event) && (type.uid === builtInUids.file || (contentTypes?.includes(type.uid) ?? true));

/** The webhooks that are told of an event, and what it is called; undefined: nobody is. */
const wantedBy = (
  webhooks: readonly Webhook[],
  pending: Pending,
  event: Pending['events'][number],
): { readonly name: EventName; readonly by: readonly Webhook[] } | undefined => {
  const name = nameOf(pending, event);
  if (name === undefined) return undefined;
  const by = webhooks.filter((webhook) => wants(webhook, pending, name));
  return by.length === 0 ? undefined : { name, by };
};

/** What becomes of the first events of a document. */
interface Handed {
  /** With these events. */
  readonly pending: Pending;
  /** Their place is given when they are stored. */
  readonly deliveries: readonly Omit<Delivery, 'place'>[];
  readonly bytes: number;
}

const handed = async (
  pending: Pending,
  webhooks: readonly Webhook[],
  now: Date,
  valuesOf: Entries['of'],
): Promise<Handed> => {
  const { documentId, locale, type } = pending;
  const deliveries: Omit<Delivery, 'place'>[] = [];
  const events: Pending['events'][number][] = [];
  let bytes = 0;
  for (const event of pending.events) {
    if (bytes > mostBytes) break;
    events.push(event);
    const wanted = wantedBy(webhooks, pending, event);
    if (wanted === undefined) continue;
    const told = toldOf(pending, wanted.name, event, await valuesOf(pending, event));
    bytes += JSON.stringify(told).length * wanted.by.length;
    for (const { _id: webhook, debounce } of wanted.by)
      deliveries.push({
        _id: [webhook, documentId, locale ?? '', event.id.toHexString()].join('.'),
        ...{ webhook, about: `${type.uid} ${documentId}`, told, state: 'waiting', since: now, attempts: 0 },
        due: new Date(now.getTime() + debounce * 1000),
      });
  }
  return { pending: { ...pending, events }, deliveries, bytes };
};

const batchesOf = (all: readonly Handed[]): readonly (readonly Handed[])[] => {
  const batches: Handed[][] = [];
  let room = 0;
  for (const one of all) {
    const last = batches.at(-1);
    room -= one.bytes;
    if (last !== undefined && room >= 0) {
      last.push(one);
      continue;
    }
    batches.push([one]);
    room = mostBytes - one.bytes;
  }
  return batches;
};

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
 * @returns how many documents had events, and how many deliveries they became; without documents nothing is left to do
 * @throws LeaseLost; MongoError when the database does not answer
 */
export const handOn = async (
  service: Service,
  lease: Lease,
  webhooksNow: () => Promise<readonly Webhook[]>,
): Promise<{ readonly documents: number; readonly deliveries: number }> => {
  const db = await service.database.get();
  const found = await pendingIn(db, service.schema, looked);
  if (found.length === 0) return { documents: 0, deliveries: 0 };
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
  return { documents: found.length, deliveries };
};
