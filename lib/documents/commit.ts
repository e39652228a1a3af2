// How a write reaches the database: one atomic update, or a transaction where other documents change with it.
import type { ClientSession } from 'mongodb';
import type { Database } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import type { Reach } from './reach.ts';

/** Another write came between reading a document and writing it: compute again. */
export class Overtaken extends Error {}

/** The write of the document itself; its options go to the driver, without a session it stands alone. */
export type OwnWrite = (options: { session?: ClientSession }) => Promise<unknown>;

/**
 * @param reaches changes of other documents that come with it; with any, all of them happen or none
 * @throws Overtaken when the document is no longer what the write was computed from
 */
export const commit = async (database: Database, own: OwnWrite, reaches: readonly Reach[]): Promise<void> => {
  if (reaches.length === 0) {
    await own({});
    return;
  }
  const [db, client] = [await database.get(), await database.client()];
  // The driver repeats the whole function on transient errors and write conflicts.
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await own({ session });
      for (const reach of reaches) await reach(db, session);
    }),
  );
};

const maxAttempts = 200;

const busy = (): ApiError =>
  new ApiError(
    503,
    'ServiceUnavailableError',
    'Too many write this document at once: try again',
    {},
    { 'retry-after': '1' },
  );

/** Runs a write again, from a fresh read, for as long as others are faster; so no write loses another. */
export const untilNotOvertaken = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt === maxAttempts) throw busy();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(attempt, 20)));
    }
  }
};
