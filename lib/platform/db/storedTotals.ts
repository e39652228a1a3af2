// The stored totals: how many documents of a type have a published version, so that lists need not count them.
//
// At every moment the number of published documents in a locale is the stored total and the sum of `uncounted` over the
// documents of the locale. A write changes `uncounted` with the document, in the same atomic update. The relay moves it
// into the stored total, in one transaction. A type without a stored total is counted.
import type { Collection, Db } from 'mongodb';
import { collections } from './collections.ts';
import type { Transaction } from './transaction.ts';

export interface StoredTotals {
  /** The collection of the type. */
  readonly _id: string;
  /** By locale (`totalOfLocale`); a locale without a value has none. */
  readonly totals: Readonly<Record<string, number>>;
  /** When all documents were counted. */
  readonly madeAt?: Date;
  /** When the total last included all documents; absent until it did for the first time. */
  readonly completeAt?: Date;
}

/**
 * Up to this age of `completeAt` a total is exact, then it is made again. The `uncounted` of a tombstone is lost when
 * MongoDB removes the tombstone after 30 days, so by then the total must include it.
 */
export const maxTotalsAgeMs = 20 * 24 * 3_600_000;

/** The filter for documents with `uncounted`: the condition of their index. */
export const uncountedFilter = { uncounted: { $gte: -Infinity } } as const;

/** The key of a locale in `totals`; no locale has the code `-`. */
export const totalOfLocale = (locale: string | null): string => locale ?? '-';

export const totalsCollection = (db: Db): Collection<StoredTotals> => db.collection(collections.totals);

/** A document that everyone writes who makes or deletes totals, so that a total made during a deletion is deleted too. */
export interface TotalsLock {
  readonly _id: '';
  readonly paused?: boolean;
  readonly uses: number;
}

/** The filter for the lock of the totals. */
export const totalsLockFilter = { _id: '' } as const;

const lockIn = (db: Db): Collection<TotalsLock> => db.collection(collections.totals);

/**
 * Lets a transaction make totals. Until it ends, `resetTotals` waits.
 *
 * @returns false while totals are paused
 */
export const lockTotals = async ({ db, options }: Pick<Transaction, 'db' | 'options'>): Promise<boolean> => {
  const use = { $inc: { uses: 1 } };
  const lock = await lockIn(db).findOneAndUpdate(totalsLockFilter, use, {
    ...options,
    upsert: true,
    returnDocument: 'after',
  });
  return lock?.paused !== true;
};

/**
 * Deletes the stored totals. Lists count until the relay has stored totals again.
 *
 * @param then 'paused': the relay stores none. Work that changes documents without `uncounted` begins with it, and ends
 *   with 'running'. If it is interrupted, lists count until it is finished.
 */
export const resetTotals = async (db: Db, then?: 'paused' | 'running'): Promise<void> => {
  const state = then === undefined ? {} : { $set: { paused: then === 'paused' } };
  await lockIn(db).updateOne(totalsLockFilter, { $inc: { uses: 1 }, ...state }, { upsert: true });
  await totalsCollection(db).deleteMany({ _id: { $ne: totalsLockFilter._id } });
};
