// Which receivers the deployed code has: event handlers of the project, and targets of the configuration. During a
// deployment the relay may run older or newer code than the processes that write, and makes deliveries for the receivers
// of both.
import type { Db } from 'mongodb';
import { withBriefLockWait, type Database } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import {
  deliveriesCollection,
  receiversCollection,
  type DeployedSubscription,
  type ReceiverId,
  type Subscription,
} from './storedWebhooks.ts';

/** How long a receiver gets new events after a process with its code last ran the relay. */
const keptMs = 10 * 60_000;

/**
 * Stores that this process has these receivers.
 *
 * @throws MongoError when the database does not answer
 */
export const registerReceivers = async (
  db: Db,
  receivers: readonly (Subscription & { readonly _id: string })[],
  seenAt: Date,
): Promise<void> => {
  if (receivers.length === 0) return;
  const updates = receivers.map(({ _id: receiver, events, contentTypes }) => {
    const _id = [receiver, events.join(), contentTypes?.join() ?? ''].join(' ');
    return {
      updateOne: { filter: { _id }, update: { $set: { receiver, events, contentTypes, seenAt } }, upsert: true },
    };
  });
  await receiversCollection(db).bulkWrite(updates, { ordered: false });
};

const isDeployed = ({ seenAt }: DeployedSubscription, now: Date): boolean => seenAt.getTime() > now.getTime() - keptMs;

/** The subscriptions of receivers that some deployed code has. Throws MongoError when the database does not answer. */
export const findDeployedSubscriptions = async (db: Db, now: Date): Promise<readonly Subscription[]> =>
  (await receiversCollection(db).find().toArray())
    .filter((one) => isDeployed(one, now))
    .map(({ receiver, events, contentTypes }) => ({ _id: receiver, events, contentTypes, debounce: 0 }));

/** What these functions need. A service has it. */
interface ReceiversContext {
  readonly database: Database;
  readonly now: () => Date;
}

/** A receiver in an answer. */
export interface ReceiverAnswer extends Pick<DeployedSubscription, 'events' | 'contentTypes'> {
  readonly id: string;
  /** False: the receiver was removed from the code, and gets no more events. */
  readonly isDeployed: boolean;
  /** How many deliveries wait, and how many are parked. */
  readonly waiting: number;
  readonly parked: number;
}

/** Returns the receivers of the deployed code, and removed ones for a month. */
export const listReceivers = async ({ database, now }: ReceiversContext): Promise<readonly ReceiverAnswer[]> => {
  const db = await database.get();
  const stored = await receiversCollection(db).find().sort({ receiver: 1, seenAt: 1 }).toArray();
  // The subscription of the newest code comes last.
  const newest = new Map(stored.map((one) => [one.receiver, one]));
  const count = (webhook: string, state: 'waiting' | 'parked'): Promise<number> =>
    deliveriesCollection(db).countDocuments({ webhook, state });
  return Promise.all(
    [...newest].map(async ([id, one]) => ({
      ...{ id, events: one.events, contentTypes: one.contentTypes, isDeployed: isDeployed(one, now()) },
      waiting: await count(id, 'waiting'),
      parked: await count(id, 'parked'),
    })),
  );
};

/**
 * @returns whether some deployed code has the receiver
 * @throws ApiError 404 if no code had it in the last month
 */
export const isReceiverDeployed = async ({ database, now }: ReceiversContext, receiver: string): Promise<boolean> => {
  const stored = await receiversCollection(await database.get())
    .find({ receiver })
    .toArray();
  if (stored.length === 0) throw new ApiError(404, 'NotFoundError', 'Webhook not found');
  return stored.some((one) => isDeployed(one, now()));
};

/**
 * Deletes a receiver that was removed from the code, with its deliveries.
 *
 * @throws ApiError 404 if there is no such receiver; 400 if some deployed code has it
 */
export const deleteReceiver = async (context: ReceiversContext, receiver: string): Promise<void> => {
  if (await isReceiverDeployed(context, receiver))
    throw new ApiError(400, 'ApplicationError', 'The receiver is part of the deployed code: remove it there');
  const db = await context.database.get();
  await withBriefLockWait((options) => deliveriesCollection(db).deleteMany({ webhook: receiver }, options));
  await receiversCollection(db).deleteMany({ receiver });
};

/** The receiver that a segment of a path names: the integer of a webhook, or a name. */
export const receiverIdOf = (segment: string | undefined): ReceiverId =>
  /^[1-9]\d{0,14}$/.test(segment ?? '') ? Number(segment) : (segment ?? '');
