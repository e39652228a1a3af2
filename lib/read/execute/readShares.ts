// Shares the connections of a process between its readers: costly reads have a few of their own.
import type { Db } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { FairQueue, takePlace } from '../../platform/fairQueue.ts';
import type { Reader } from '../../platform/timings.ts';
import { waitForOwnTurn } from './turns.ts';

export interface ReadShares {
  /** The places of single queries. */
  readonly queries: FairQueue;
  /** The places of whole reads that are costly: each sends one query at a time. */
  readonly costly: FairQueue;
  /** Those of callers without credentials. */
  readonly costlyPublic: FairQueue;
}

/**
 * A read of the reader is costly as well if it has more bytes of rows: an answer of them takes tens of milliseconds of this process.
 * With credentials, a caller is a site that is built, from pages in parallel.
 */
export const maxCheapBytes = ({ isPublic }: Pick<Reader, 'isPublic'>): number => (isPublic ? 2_097_152 : 4_194_304);

/**
 * Of fifteen connections, costly reads have three, others ten, and writes always find two. One caller alone gets nine: with fewer,
 * a single reader of 16 connections was a third slower. The pool of a function, which answers one request at a time, is not
 * divided.
 */
const createShares = (connections: number): ReadShares => {
  const places = connections > 5 ? connections - 5 : connections;
  return {
    queries: new FairQueue({ places, placesOfKey: Math.max(places - 1, Math.min(places, 3)) }),
    costly: new FairQueue({ places: 2, placesOfKey: 1 }),
    costlyPublic: new FairQueue({ places: 1, placesOfKey: 1 }),
  };
};

/** The shares of a process. */
export const readSharesOf = memoize(({ client }: Db) => createShares(client.options.maxPoolSize));

/**
 * Runs queries of a reader in one of its places. A reader whose other work waits for a turn waits as well.
 *
 * @throws ApiError as `takePlace`
 */
export const withPlace = async <T>(db: Db, reader: Reader, work: () => Promise<T>): Promise<T> => {
  const { queries } = readSharesOf(db);
  const { key, disconnected } = reader;
  const ownTurn = waitForOwnTurn(reader);
  if (ownTurn !== undefined) await ownTurn;
  if (!queries.tryTake(key)) await takePlace(queries, key, disconnected?.());
  try {
    return await work();
  } finally {
    queries.leave(key);
  }
};
