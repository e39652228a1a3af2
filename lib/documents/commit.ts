// How a write reaches the database: one atomic update, or a transaction where other documents change with it.
import { MongoServerError, type ClientSession, type Db } from 'mongodb';
import { invalidValues } from '../errors.ts';
import type { Database } from '../db/index.ts';
import type { Reach } from './reach.ts';
import type { Versions } from './stored.ts';

/** Another write came between reading a document and writing it: compute again. */
export class Overtaken extends Error {}

/** The write of the document itself; without a session it stands alone. */
export type OwnWrite = (db: Db, session?: ClientSession) => Promise<void>;

/**
 * @param reaches changes of other documents that come with it; with any, all of them happen or none
 * @throws Overtaken when the document is no longer what the write was computed from
 */
export const commit = async (database: Database, own: OwnWrite, reaches: readonly Reach[]): Promise<void> => {
  const db = await database.get();
  if (reaches.length === 0) {
    await own(db);
    return;
  }
  const client = await database.client();
  // The driver repeats the whole function on transient errors and write conflicts.
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await own(db, session);
      for (const reach of reaches) await reach(db, session);
    }),
  );
};

const maxAttempts = 200;

/** Runs a write again, from a fresh read, for as long as others are faster; so no write loses another. */
export const untilNotOvertaken = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === maxAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(attempt, 20)));
    }
  }
};

const duplicateKey = 11000;

/**
 * Runs a write of these versions; a unique index that refuses it becomes a 400 naming the attribute.
 *
 * @throws Overtaken when what must be unique is the document itself: someone else just made it
 */
export const uniquely = async <T>(written: Versions, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
    const path = attributeIn(error);
    if (path === undefined) throw new Overtaken();
    throw invalidValues([
      { path: [path], message: 'This attribute must be unique', value: (written.draft ?? written.published)?.[path] },
    ]);
  }
};

/** `{locale: 1, "draft.slug": 1}` is about slug; a key without a version is about the document itself. */
const attributeIn = (error: MongoServerError): string | undefined => {
  const pattern: unknown = error.keyPattern;
  return Object.keys(typeof pattern === 'object' && pattern !== null ? pattern : {})
    .find((key) => /^(draft|published)\./.test(key))
    ?.replace(/^\w+\./, '');
};
