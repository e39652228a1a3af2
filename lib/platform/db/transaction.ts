// Runs operations in one transaction, or each by itself, through the same interface.
import type { ClientSession, Db } from 'mongodb';
import type { Database } from './client.ts';
import { LockTimeout } from './lockTimeout.ts';
import { lockDeadline } from './lockWait.ts';
import { isUnreachable } from './isUnreachable.ts';

/** A moment by two clocks, because the monotonic one may stop while a machine sleeps. */
interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

const currentMoment = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

export interface Transaction {
  readonly db: Db;
  /** When it started, before its first read. */
  readonly start: Moment;
  /** Options to pass to every operation: the session of the transaction, or the time limit of an operation without one. */
  readonly options: { readonly session?: ClientSession; readonly maxTimeMS?: number };
  /** Runs work in this transaction; without a transaction, in one of its own. */
  readonly inTransaction: <T>(work: (unit: Transaction) => Promise<T>) => Promise<T>;
  /** Runs work after the transaction has committed; without a transaction, at once. */
  readonly afterCommit: (work: () => Promise<void>) => Promise<void>;
}

/** How long ago a moment was, in milliseconds. */
export const elapsedSince = ({ monotonic, wall }: Moment): number =>
  Math.max(performance.now() - monotonic, Date.now() - wall);

/**
 * The interface without a transaction: each operation is independent.
 *
 * @param deadline when operations stop waiting for locked documents, by `performance.now()`; without it an operation
 *   waits until the documents are free, and a transaction uses the default deadline of `inTransaction`
 */
export const standaloneOperations = async (database: Database, deadline?: number): Promise<Transaction> => ({
  db: await database.get(),
  start: currentMoment(),
  options:
    deadline === undefined || deadline === Infinity
      ? {}
      : { maxTimeMS: Math.max(1, Math.ceil(deadline - performance.now())) },
  inTransaction: (work) => inTransaction(database, work, deadline === undefined ? {} : { deadline }),
  afterCommit: (work) => work(),
});

export interface TransactionOptions {
  /** No attempt begins after this time, by `performance.now()`; `Infinity`: the driver retries for two minutes. */
  readonly deadline?: number;
  /** A session that continues after the transaction; without it the transaction has its own. */
  readonly session?: ClientSession;
}

/**
 * Runs work in a transaction, so that it is written completely or not at all.
 *
 * @param work the driver repeats it as a whole on transient errors and write conflicts; it must run one operation at a
 *   time
 * @throws LockTimeout if others locked the documents until the deadline, or any error of `work`; then nothing is written
 */
export const inTransaction = async <T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  { deadline = lockDeadline(), session: existing }: TransactionOptions = {},
): Promise<T> => {
  const [db, client] = [await database.get(), await database.client()];
  let afterCommit: (() => Promise<void>)[] = [];
  let [isRetry, lastError]: [boolean, unknown] = [false, undefined];
  const run = (session: ClientSession): Promise<T> =>
    session.withTransaction(async () => {
      // The driver retries for two minutes, without an option for less. An error that is no MongoError ends the retries.
      if (isRetry && performance.now() > deadline) throw new LockTimeout(lastError);
      isRetry = true;
      afterCommit = [];
      const unit: Transaction = {
        db,
        start: currentMoment(),
        options: { session },
        inTransaction: (inner) => inner(unit),
        afterCommit: (inner) => {
          afterCommit.push(inner);
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
  for (const inner of afterCommit) await inner();
  return result;
};

/** Runs work for each item: concurrently, or one after the other in a transaction, whose session runs one operation at a time. */
export const mapItems = async <T, U>(
  { options }: Transaction,
  items: readonly T[],
  work: (item: T) => Promise<U>,
): Promise<readonly U[]> => {
  if (options.session === undefined) return Promise.all(items.map(work));
  const results: U[] = [];
  for (const item of items) results.push(await work(item));
  return results;
};
