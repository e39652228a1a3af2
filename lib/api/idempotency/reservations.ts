// Stores Idempotency-Keys: first a reservation while the request runs, then its answer.
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { collections, isDuplicateKey, isLockTimeout, lockWait, type Transaction } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import type { RequestKey } from './key.ts';

/** The answer of the first request. */
export interface Kept {
  readonly status: number;
  /** The body as JSON; null if there was none. */
  readonly text: string | null;
  /** The revision of the one document in the answer; null if there is none. */
  readonly revision: string | null;
}

interface Reserved {
  readonly _id: string;
  readonly request: string;
  /** The process that runs the request, and since when. If it dies, another process takes over. */
  readonly holder: string;
  readonly heldAt: Date;
  /** The answer of the first request; absent until its write is committed. */
  readonly answer?: Kept;
  readonly createdAt: Date;
}

/** A key that is held until `recordAnswer` or `releaseKey`. */
export interface Reservation {
  readonly key: RequestKey;
  readonly holder: string;
}

/** How long a key is valid. An index removes it after about the same time. */
const keptMs = 24 * 3600 * 1000;

/** Longer than any function runs: a process that has not answered by then is dead. */
const heldMs = 60_000;

const reservationsIn = ({ db }: Pick<Transaction, 'db'>): Collection<Reserved> =>
  db.collection<Reserved>(collections.idempotency);

const underWay = (): ApiError =>
  new ApiError(
    409,
    'ConflictError',
    'A request with this Idempotency-Key is under way: try again for its answer',
    {},
    { 'retry-after': '1' },
  );

const keyReused = (): ApiError =>
  new ApiError(422, 'UnprocessableEntityError', 'This Idempotency-Key was used for another request');

/**
 * @returns a reservation, or the recorded answer
 * @throws ApiError 409 while another process runs the request, 422 if the key belongs to another request
 */
export const reserve = async (service: Service, key: RequestKey): Promise<Reservation | Kept> => {
  const reservations = reservationsIn({ db: await service.database.get() });
  const holder = randomUUID();
  for (;;) {
    const now = service.now();
    const before = (ms: number, time: Date): boolean => time.getTime() <= now.getTime() - ms;
    const mine = { _id: key.id, request: key.request, holder, heldAt: now, createdAt: now };
    if (await isNew(reservations.insertOne(mine))) return { key, holder };
    const there = await reservations.findOne({ _id: key.id });
    // Another process removed it between the two operations: try again.
    if (there === null) continue;
    if (before(keptMs, there.createdAt)) {
      await reservations.deleteOne({ _id: key.id, createdAt: there.createdAt });
      continue;
    }
    if (there.request !== key.request) throw keyReused();
    if (there.answer !== undefined) return there.answer;
    if (!before(heldMs, there.heldAt)) throw underWay();
    const taken = heldBy({ key, holder: there.holder });
    const { matchedCount } = await reservations
      .updateOne(taken, { $set: { holder, heldAt: now } }, { maxTimeMS: lockWait.briefMs })
      .catch((error: unknown) => {
        // The transaction of a dead process is still open, and locks the record.
        throw isLockTimeout(error) ? underWay() : error;
      });
    if (matchedCount === 1) return { key, holder };
  }
};

const isNew = async (insertion: Promise<unknown>): Promise<boolean> => {
  try {
    await insertion;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

const heldBy = ({ key, holder }: Reservation) => ({ _id: key.id, holder, answer: { $exists: false } });

/**
 * Records the answer in the transaction of its write.
 *
 * @throws ApiError 409 if another process took over: the write must not be committed
 */
export const fulfil = async (unit: Transaction, reservation: Reservation, answer: Kept): Promise<void> => {
  const { matchedCount } = await reservationsIn(unit).updateOne(
    heldBy(reservation),
    { $set: { answer } },
    unit.options,
  );
  if (matchedCount === 0) throw underWay();
};

/**
 * Frees the key of a request that was rejected or failed. It waits only briefly for locks, because a key that stays
 * reserved expires anyway.
 */
export const giveUp = async (service: Service, reservation: Reservation): Promise<void> => {
  await reservationsIn({ db: await service.database.get() }).deleteOne(heldBy(reservation), {
    maxTimeMS: lockWait.briefMs,
    writeConcern: { w: 1 },
  });
};
