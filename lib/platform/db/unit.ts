// What is read and written together: in one transaction, or each operation by itself.
import type { ClientSession, Db } from 'mongodb';
import type { Database } from './client.ts';
import { LockTimeout } from './lockTimeout.ts';
import { lockDeadline } from './lockWait.ts';
import { isUnreachable } from './unreachable.ts';

export interface Unit {
  readonly db: Db;
  /** To be among the options of every operation: the transaction's session, or how long one may wait by itself. */
  readonly options: { readonly session?: ClientSession; readonly maxTimeMS?: number };
  /** Runs work in the unit's transaction, which ends with the unit; a unit without one begins and ends one for it. */
  readonly together: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  /** Runs work when the unit's transaction has happened; at once where there is none. */
  readonly later: (work: () => Promise<void>) => Promise<void>;
}

/**
 * A unit whose operations stand alone.
 *
 * @param deadline when its operations stop waiting for documents that others hold, by `performance.now()`; without one an
 *   operation waits until they are free, and a transaction as `inTransaction` does
 */
export const unitOf = async (database: Database, deadline?: number): Promise<Unit> => ({
  db: await database.get(),
  options:
    deadline === undefined || deadline === Infinity
      ? {}
      : { maxTimeMS: Math.max(1, Math.ceil(deadline - performance.now())) },
  together: (work) => inTransaction(database, work, deadline === undefined ? {} : { deadline }),
  later: (work) => work(),
});

export interface TransactionOptions {
  /** No attempt begins after it, by `performance.now()`; `Infinity`: the driver tries for two minutes. */
  readonly deadline?: number;
  /** One that goes on after the transaction; without it the transaction has its own. */
  readonly session?: ClientSession;
}

/**
 * Runs work in a transaction: all of it happens, or nothing.
 *
 * @param work repeated as a whole by the driver on transient errors and write conflicts; its operations follow one
 *   another
 * @throws LockTimeout when others held the documents until the deadline; whatever work throws. Nothing of it is written
 *   then
 */
export const inTransaction = async <T>(
  database: Database,
  work: (unit: Unit) => Promise<T>,
  { deadline = lockDeadline(), session: existing }: TransactionOptions = {},
): Promise<T> => {
  const [db, client] = [await database.get(), await database.client()];
  let later: (() => Promise<void>)[] = [];
  let [isRetry, lastError]: [boolean, unknown] = [false, undefined];
  const run = (session: ClientSession): Promise<T> =>
    session.withTransaction(async () => {
      // The driver begins anew for two minutes, and knows no shorter time. What is no MongoError ends that.
      if (isRetry && performance.now() > deadline) throw new LockTimeout(lastError);
      isRetry = true;
      later = [];
      const unit: Unit = {
        db,
        options: { session },
        together: (inner) => inner(unit),
        later: (inner) => {
          later.push(inner);
          return Promise.resolve();
        },
      };
      try {
        return await work(unit);
      } catch (error) {
        lastError = error;
        throw error;
      }
    });
  let result: T;
  try {
    result = await (existing === undefined ? client.withSession(run) : run(existing));
  } catch (error) {
    throw error instanceof LockTimeout && isUnreachable(error.cause) ? error.cause : error;
  }
  for (const inner of later) await inner();
  return result;
};

/** Does the same for each: all at once, or in a transaction, whose session takes one operation at a time, in order. */
export const forEach = async <T, U>(
  { options }: Unit,
  items: readonly T[],
  work: (item: T) => Promise<U>,
): Promise<readonly U[]> => {
  if (options.session === undefined) return Promise.all(items.map(work));
  const results: U[] = [];
  for (const item of items) results.push(await work(item));
  return results;
};
