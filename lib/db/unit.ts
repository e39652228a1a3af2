// What is read and written together: in one transaction, or each operation by itself.
import type { ClientSession, Db } from 'mongodb';
import type { Database } from './client.ts';

export interface Unit {
  readonly db: Db;
  /** To be among the options of every operation: the transaction's session, or none. */
  readonly options: { readonly session?: ClientSession };
  /** Runs work in the unit's transaction, which ends with the unit; a unit without one begins and ends one for it. */
  readonly together: <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;
  /** Runs work when the unit's transaction has happened; at once where there is none. */
  readonly later: (work: () => Promise<void>) => Promise<void>;
}

/** A unit whose operations stand alone. */
export const unitOf = async (database: Database): Promise<Unit> => ({
  db: await database.get(),
  options: {},
  together: (work) => inTransaction(database, work),
  later: (work) => work(),
});

/**
 * Runs work in a transaction: all of it happens, or nothing.
 *
 * @param work repeated as a whole by the driver on transient errors and write conflicts; its operations follow one
 *   another
 * @throws whatever work throws, when nothing of it is written
 */
export const inTransaction = async <T>(database: Database, work: (unit: Unit) => Promise<T>): Promise<T> => {
  const [db, client] = [await database.get(), await database.client()];
  let later: (() => Promise<void>)[] = [];
  const result = await client.withSession((session) =>
    session.withTransaction(() => {
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
      return work(unit);
    }),
  );
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
