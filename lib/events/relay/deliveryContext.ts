// What all calls share: their context, how deliveries and the outcome of a call are stored, and when a failed one is tried again.
import type { Collection, Db } from 'mongodb';
import { insertMissing, type Transaction } from '../../platform/db/index.ts';
import { writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { deliveriesCollection, type CallOutcome, type Delivery, type ReceiverId } from '../webhooks/index.ts';
import type { Receiver, ReceiverCall } from './receiver.ts';

const minDelayMs = 4_000;
const maxDelayMs = 3_600_000;

/** How long a delivery is retried after its event was dispatched. */
export const retryForMs = 24 * 3_600_000;

/**
 * Returns the delay before the next attempt. It doubles with every attempt, and is shortened at random by up to half so that
 * retries spread out.
 *
 * @param attempts that have failed so far
 * @param random a number from 0 to 1
 */
export const retryDelayMs = (attempts: number, random: number, maxMs = maxDelayMs): number =>
  Math.min(minDelayMs * 2 ** Math.min(attempts - 1, 20), maxMs) * (1 - random / 2);

/**
 * Returns the time of the next attempt, after a delay of up to an hour. The last attempt is at the end of `retryForMs`.
 *
 * @param attempts that have failed so far
 * @param since when the event was dispatched or replayed
 * @param random a number from 0 to 1
 * @returns undefined when there are no more attempts
 */
export const nextAttemptAt = (attempts: number, since: Date, now: Date, random: number): Date | undefined => {
  const end = since.getTime() + retryForMs;
  if (now.getTime() >= end) return undefined;
  return new Date(Math.min(now.getTime() + retryDelayMs(attempts, random), end));
};

export interface DeliverySettings {
  /** How long a receiver has to answer, in milliseconds. */
  readonly callMs: number;
  /** For how many documents one receiver is called in parallel. */
  readonly maxParallelDocuments: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export interface DeliveryContext {
  readonly service: Service;
  readonly settings: DeliverySettings;
  /** Whether another call may begin: the lease lasts until the call ends, and the relay is not stopping. */
  readonly mayCall: () => boolean;
  readonly counts: RelayCounts;
  /** The receivers of this process's code, by id. */
  readonly deployed: ReadonlyMap<ReceiverId, Receiver>;
}

/** Counts of what the relay did. */
export interface RelayCounts {
  dispatched: number;
  calls: number;
  delivered: number;
  failed: number;
  parked: number;
  /** Keys of cached answers. */
  purged: number;
}

/** The context of the calls of one receiver, whose sender learns what becomes of each. */
export interface SendingContext extends DeliveryContext {
  readonly call: (receiver: Receiver, call: ReceiverCall) => Promise<CallOutcome>;
  /** Whether the receiver did not answer, and again not after a rest. */
  readonly isDown: () => boolean;
}

/** The stored deliveries of all receivers. */
export const deliveriesOf = async ({ service }: Pick<DeliveryContext, 'service'>): Promise<Collection<Delivery>> =>
  deliveriesCollection(await service.database.get());

/** Stores deliveries in a transaction. Those that exist already stay as they are. @param firstPlace the place of the first */
export const storeDeliveries = async (
  db: Db,
  deliveries: readonly Omit<Delivery, 'place'>[],
  firstPlace: number,
  options: Transaction['options'],
): Promise<void> => {
  const placed = deliveries.map((delivery, index): Delivery => ({ ...delivery, place: firstPlace + index }));
  await insertMissing(deliveriesCollection(db), placed, options);
};

export const waitingState = { state: 'waiting' } as const;

/** The status with which a receiver says that it wants no more calls. The delivery is not retried. */
const stoppedStatus = 410;

type AttemptedDelivery = Pick<Delivery, '_id' | 'since' | 'attempts'>;

/** Deletes delivered deliveries, whichever process holds the lease now. */
const deleteDelivered = async (context: DeliveryContext, tried: readonly AttemptedDelivery[]): Promise<void> => {
  await (await deliveriesOf(context)).deleteMany({ _id: { $in: tried.map(({ _id }) => _id) } });
  context.counts.delivered += tried.length;
};

/** Parks the deliveries of a receiver that cannot be called, if they have waited for as long as a delivery is retried. */
export const parkExpired = async (
  { service, counts }: DeliveryContext,
  webhook: ReceiverId,
  message: string,
): Promise<void> => {
  const now = service.now();
  const since = { $lte: new Date(now.getTime() - retryForMs) };
  const update = { $set: { state: 'parked', lastAttempt: { at: now, message } } } as const;
  const { modifiedCount: count } = await deliveriesCollection(await service.database.get()).updateMany(
    { webhook, ...waitingState, since },
    update,
  );
  if (count === 0) return;
  counts.parked += count;
  writeLog('error', { message: 'deliveries are parked', webhook, count, fault: message });
};

/**
 * Schedules the next attempt, or parks the deliveries. Deliveries that another process tried meanwhile, or that were
 * replayed, do not change.
 */
const scheduleRetry = async (
  { service, settings, counts }: DeliveryContext,
  webhook: ReceiverId,
  tried: readonly AttemptedDelivery[],
  attempts: number,
  { status, message }: CallOutcome,
): Promise<void> => {
  const now = service.now();
  const random = settings.random();
  const lastAttempt = { at: now, ...(status === undefined ? {} : { status }), message };
  const updates = tried.map(({ _id, since, attempts: before }) => {
    const due = status === stoppedStatus ? undefined : nextAttemptAt(attempts, since, now, random);
    const next = due === undefined ? ({ state: 'parked' } as const) : { due };
    if (due === undefined) {
      counts.parked++;
      writeLog('error', { message: 'a delivery is parked', webhook, delivery: _id, fault: message });
    }
    const update = { $set: { ...next, lastAttempt }, $inc: { attempts: 1 } };
    return { updateOne: { filter: { _id, ...waitingState, since, attempts: before }, update } };
  });
  const db = await service.database.get();
  await deliveriesCollection(db).bulkWrite(updates, { ordered: false });
  counts.failed += tried.length;
};

/**
 * Stores the outcome of one call for its deliveries.
 *
 * @param attempts the number of attempts, this one included
 */
export const recordOutcome = async (
  sending: SendingContext,
  webhook: ReceiverId,
  tried: readonly AttemptedDelivery[],
  attempts: number,
  called: CallOutcome,
): Promise<void> => {
  sending.counts.calls++;
  if (called.done) return deleteDelivered(sending, tried);
  await scheduleRetry(sending, webhook, tried, attempts, called);
  // Deliveries that wait because no call is made would otherwise wait for ever.
  if (sending.isDown()) await parkExpired(sending, webhook, called.message);
};
