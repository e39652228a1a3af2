// Reads only data that a majority of servers has, up to a known time.
import { ReadConcern, type Timestamp } from 'mongodb';
import type { Database } from './client.ts';
import type { Transaction } from './transaction.ts';

/** The times at which the read begins. */
export interface ReadTimes {
  /** The time of the cluster's last write, by the clock that sets `changed` of documents. */
  readonly now: Timestamp;
  /** The wall clock of the server, which does not depend on writes. */
  readonly clock: Date;
}

/**
 * Runs work that reads with read concern `majority`, so that a failover cannot roll back what it read.
 *
 * @param work reads everything that was committed by `now`, whichever server answers
 */
export const readCommitted = async <T>(
  database: Database,
  work: (unit: Pick<Transaction, 'db' | 'options'>, times: ReadTimes) => Promise<T>,
): Promise<T> => {
  const [client, { databaseName }] = [await database.client(), await database.get()];
  const db = client.db(databaseName, { readConcern: new ReadConcern('majority') });
  // The session is causally consistent: its reads are not older than the first operation time that a server returned.
  return client.withSession(async (session) => {
    const { localTime: clock } = (await db.command({ hello: 1 }, { session })) as { readonly localTime: Date };
    if (session.operationTime === undefined)
      throw new Error('MongoDB returned no operation time: it is not a replica set');
    return work({ db, options: { session } }, { now: session.operationTime, clock });
  });
};
