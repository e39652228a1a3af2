// Stores which events the receivers of the deployed code want. During a deployment the relay may run older or newer code
// than the processes that write, and makes deliveries for the receivers of both.
import type { Db } from 'mongodb';
import { receiversCollection, type Subscription } from '../webhooks/index.ts';
import type { DeployedReceiver } from './receiver.ts';

/** How long a receiver gets new events after a process with its code last ran the relay. */
const keptMs = 10 * 60_000;

/**
 * Stores that this process has these receivers.
 *
 * @throws MongoError when the database does not answer
 */
export const registerReceivers = async (
  db: Db,
  receivers: readonly DeployedReceiver[],
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

/** The subscriptions of receivers that some deployed code has. Throws MongoError when the database does not answer. */
export const findDeployedSubscriptions = async (db: Db, now: Date): Promise<readonly Subscription[]> => {
  const seenAt = { $gt: new Date(now.getTime() - keptMs) };
  const found = await receiversCollection(db).find({ seenAt }).toArray();
  return found.map(({ receiver, events, contentTypes }) => ({ _id: receiver, events, contentTypes, debounce: 0 }));
};
