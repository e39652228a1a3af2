// What all webhook calls share: their context, and how the outcome of a call is stored.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { deliveriesIn, webhooksIn, type Delivery, type Webhook } from '../webhooks/index.ts';
import { again } from './backoff.ts';
import type { Called } from './call.ts';
import type { Settings } from './settings.ts';

export interface Sending {
  readonly service: Service;
  readonly settings: Settings;
  /** Whether another call may begin: the lease lasts until the call ends, and the relay is not stopping. */
  readonly goesOn: () => boolean;
  readonly tally: Tally;
}

/** Counts of what the relay did. */
export interface Tally {
  handedOn: number;
  calls: number;
  delivered: number;
  failed: number;
  parked: number;
}

export const waiting = { state: 'waiting' } as const;

/** Reads a webhook; undefined if it is deleted or disabled. */
export const enabledWebhook = async ({ service }: Sending, _id: number): Promise<Webhook | undefined> => {
  const { db } = await standaloneOperations(service.database);
  return (await webhooksIn(db).findOne({ _id, isEnabled: true })) ?? undefined;
};

/** The status with which a receiver says that it wants no more calls. The delivery is not retried. */
const gone = 410;

type Tried = Pick<Delivery, '_id' | 'since' | 'attempts'>;

/** Deletes delivered deliveries, whichever process holds the lease now. */
const ended = async ({ service, tally }: Sending, tried: readonly Tried[]): Promise<void> => {
  const db = await service.database.get();
  await deliveriesIn(db).deleteMany({ _id: { $in: tried.map(({ _id }) => _id) } });
  tally.delivered += tried.length;
};

/**
 * Schedules the next attempt, or parks the deliveries. Deliveries that another process tried meanwhile, or that were
 * replayed, do not change.
 */
const postponed = async (
  { service, settings, tally }: Sending,
  webhook: number,
  tried: readonly Tried[],
  attempts: number,
  { status, message }: Called,
): Promise<void> => {
  const now = service.now();
  const random = settings.random();
  const lastAttempt = { at: now, ...(status === undefined ? {} : { status }), message };
  const updates = tried.map(({ _id, since, attempts: before }) => {
    const due = status === gone ? undefined : again(attempts, since, now, random);
    const next = due === undefined ? ({ state: 'parked' } as const) : { due };
    if (due === undefined) {
      tally.parked++;
      const told = { message: 'a delivery is parked', webhook, delivery: _id, fault: message };
      console.error(JSON.stringify({ level: 'error', ...told }));
    }
    const update = { $set: { ...next, lastAttempt }, $inc: { attempts: 1 } };
    return { updateOne: { filter: { _id, ...waiting, since, attempts: before }, update } };
  });
  const db = await service.database.get();
  await deliveriesIn(db).bulkWrite(updates, { ordered: false });
  tally.failed += tried.length;
};

/**
 * Stores the outcome of one call for its deliveries.
 *
 * @param attempts the number of attempts, this one included
 */
export const settle = (
  sending: Sending,
  webhook: number,
  tried: readonly Tried[],
  attempts: number,
  called: Called,
): Promise<void> => {
  sending.tally.calls++;
  return called.done ? ended(sending, tried) : postponed(sending, webhook, tried, attempts, called);
};
