// Counts what callers do in a period. The counters are in the database, so that all processes share them.
import { collections, type Database } from './db/index.ts';
import { hashOf } from './hashOf.ts';

export interface Counter {
  /** A hash: addresses and emails are not stored. */
  readonly _id: string;
  readonly count: number;
  /** When its window ends. An index removes it about then. */
  readonly until: Date;
}

/** What counting needs of a service. */
export interface CountingService {
  readonly database: Database;
  readonly now: () => Date;
}

/**
 * Counts once more, or `count` times. Windows follow each other without a gap.
 *
 * @param seconds of a window
 * @param key what is counted, then for whom
 * @returns the number in the window, this one included, and when the window ends
 */
export const countInWindow = async (
  { database, now }: CountingService,
  seconds: number,
  key: readonly string[],
  { count: more = 1, ...options }: { readonly count?: number; readonly writeConcern?: { readonly w: 1 } } = {},
): Promise<Pick<Counter, 'count' | 'until'>> => {
  const number = Math.floor(now().getTime() / 1000 / seconds);
  const until = new Date((number + 1) * seconds * 1000);
  const counter = await (
    await database.get()
  )
    .collection<Counter>(collections.attempts)
    .findOneAndUpdate(
      { _id: hashOf(...key, number) },
      { $inc: { count: more }, $setOnInsert: { until } },
      { ...options, upsert: true, returnDocument: 'after' },
    );
  return { count: counter?.count ?? Infinity, until };
};
