// Reading what is there to stay, and knowing until when it is all there.
import { ReadConcern, type Timestamp } from 'mongodb';
import type { Database } from './client.ts';
import type { Unit } from './unit.ts';

/**
 * Runs work that reads what no failure of a server can take back.
 *
 * @param work its unit sees everything that was committed by `now`, whichever server answers: the time of the cluster when
 *   it begins, which `changed` of documents is told in
 */
export const committed = async <T>(
  database: Database,
  work: (unit: Pick<Unit, 'db' | 'options'>, now: Timestamp) => Promise<T>,
): Promise<T> => {
  const [client, { databaseName }] = [await database.client(), await database.get()];
  const db = client.db(databaseName, { readConcern: new ReadConcern('majority') });
  // A session is causally consistent: what it reads is no older than the time that the server told it first.
  return client.withSession(async (session) => {
    await db.command({ ping: 1 }, { session });
    if (session.operationTime === undefined) throw new Error('MongoDB tells no time: it is no replica set');
    return work({ db, options: { session } }, session.operationTime);
  });
};
