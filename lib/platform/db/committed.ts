// Reading what is there to stay, and knowing until when it is all there.
import { ReadConcern, type Timestamp } from 'mongodb';
import type { Database } from './client.ts';
import type { Unit } from './unit.ts';

/** What time it is when work begins. */
export interface Times {
  /** The time of the cluster's last write, by the clock that sets `changed` of documents. */
  readonly now: Timestamp;
  /** What the server's clock shows, which no write moves. */
  readonly clock: Date;
}

/**
 * Runs work that reads what no failure of a server can take back.
 *
 * @param work its unit sees everything that was committed by `now`, whichever server answers
 */
export const committed = async <T>(
  database: Database,
  work: (unit: Pick<Unit, 'db' | 'options'>, times: Times) => Promise<T>,
): Promise<T> => {
  const [client, { databaseName }] = [await database.client(), await database.get()];
  const db = client.db(databaseName, { readConcern: new ReadConcern('majority') });
  // A session is causally consistent: what it reads is no older than the time that the server told it first.
  return client.withSession(async (session) => {
    const { localTime: clock } = (await db.command({ hello: 1 }, { session })) as { readonly localTime: Date };
    if (session.operationTime === undefined) throw new Error('MongoDB tells no time: it is no replica set');
    return work({ db, options: { session } }, { now: session.operationTime, clock });
  });
};
