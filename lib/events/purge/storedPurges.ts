// Stores the keys that wait to be purged until the cache has accepted them, and counts what purges cost.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../platform/db/index.ts';

/** A key that waits. */
interface WaitingKey {
  /** The key: a uid or a documentId. */
  readonly _id: string;
  /** When the relay found the first change that was not purged yet. */
  readonly since: Date;
  /** When it found the last one. */
  readonly at: Date;
}

/** What purges of a month cost. */
interface PurgeCounts {
  readonly keys: number;
  readonly requests: number;
  readonly paths: number;
}

/** The `_id` is the month, such as `month 2026-11`. */
type StoredCounts = PurgeCounts & { readonly _id: string };

/** Rows of months have no `since`. */
const isWaiting = { $gt: new Date(0) };

const waitingIn = (db: Db): Collection<WaitingKey> => db.collection(collections.purges);
const countsIn = (db: Db): Collection<StoredCounts> => db.collection(collections.purges);

/**
 * How long a change waits for others. A read that began before the change can store its outdated answer in the cache until this
 * time is over.
 */
const gatherMs = 1_000;

const gathered = (now: Date): Date => new Date(now.getTime() - gatherMs);

/** Stores keys; those that wait already wait no longer than before. */
export const storeKeys = async (db: Db, keys: readonly string[], at: Date): Promise<void> => {
  if (keys.length === 0) return;
  const update = { $set: { at }, $setOnInsert: { since: at } };
  const updates = keys.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
  await waitingIn(db).bulkWrite(updates, { ordered: false });
};

/** The time from which on the first key that waits can be purged; undefined: none waits. */
export const firstDueAt = async (db: Db): Promise<Date | undefined> => {
  const first = await waitingIn(db).findOne({ since: isWaiting }, { sort: { since: 1 } });
  return first === null ? undefined : new Date(first.since.getTime() + gatherMs);
};

/** The keys that can be purged now, the oldest first. */
export const findDueKeys = async (db: Db, now: Date, most: number): Promise<readonly string[]> =>
  (
    await waitingIn(db)
      .find({ since: { ...isWaiting, $lte: gathered(now) } }, { projection: { _id: 1 } })
      .sort({ since: 1 })
      .limit(most)
      .toArray()
  ).map(({ _id }) => _id);

/**
 * Removes keys that were purged. A key whose last change was too short before the purge waits again.
 *
 * @param purgedAt when the purge began
 */
export const settleKeys = async (db: Db, keys: readonly string[], purgedAt: Date): Promise<void> => {
  const purged = { _id: { $in: [...keys] } };
  await waitingIn(db).deleteMany({ ...purged, at: { $lte: gathered(purgedAt) } });
  await waitingIn(db).updateMany(purged, [{ $set: { since: '$at' } }]);
};

const monthOf = (now: Date): string => `month ${now.toISOString().slice(0, 7)}`;

/** Counts one request. */
export const countPurge = async (db: Db, now: Date, counts: Omit<PurgeCounts, 'requests'>): Promise<void> => {
  await countsIn(db).updateOne({ _id: monthOf(now) }, { $inc: { ...counts, requests: 1 } }, { upsert: true });
};

export interface PurgeStatus extends PurgeCounts {
  /** How many keys wait. */
  readonly waiting: number;
  /** Since when the first of them waits. */
  readonly since: Date | undefined;
}

/** What waits, and what the purges of this month (UTC) cost. @throws MongoError when the database does not answer */
export const readPurgeStatus = async (db: Db, now: Date): Promise<PurgeStatus> => {
  const waitingFilter = { since: isWaiting };
  const [waiting, first, counts] = await Promise.all([
    waitingIn(db).countDocuments(waitingFilter),
    waitingIn(db).findOne(waitingFilter, { sort: { since: 1 } }),
    countsIn(db).findOne({ _id: monthOf(now) }),
  ]);
  const { keys = 0, requests = 0, paths = 0 } = counts ?? {};
  return { waiting, since: first?.since, keys, requests, paths };
};
