// Stores Idempotency-Keys: first a reservation while the request runs, then its answer.
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { collections, isDuplicateKey, isLockTimeout, lockWait, type Transaction } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import type { RequestKey } from './requestKey.ts';

/** The answer of the first request. */
export interface RecordedAnswer {
  readonly status: number;
  /** The body as JSON; null if there was none. */
  readonly text: string | null;
  /** The revision of the one document in the answer; null if there is none. */
  readonly revision: string | null;
}

interface StoredReservation {
  readonly _id: string;
  readonly request: string;
  /** The process that runs the request, and since when. If it dies, another process takes over. */
  readonly holder: string;
  readonly heldAt: Date;
  /** The answer of the first request; absent until its write is committed. */
  readonly answer?: RecordedAnswer;
  readonly createdAt: Date;
}

/** A key that is held until `recordAnswer` or `releaseKey`. */
export interface Reservation {
  readonly key: RequestKey;
  readonly holder: string;
}

/** How long a key is valid. An index removes it after about the same time. */
const keyLifetimeMs = 24 * 3600 * 1000;

/** Longer than any function runs: a process that has not answered by then is dead. */
const reservationMs = 60_000;

const reservationsIn = ({ db }: Pick<Transaction, 'db'>): Collection<StoredReservation> =>
  db.collection<StoredReservation>(collections.idempotency);

const inProgressError = (): ApiError =>
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
export const reserve = async (service: Service, key: RequestKey): Promise<Reservation | RecordedAnswer> => {
  const reservations = reservationsIn({ db: await service.database.get() });
  const holder = randomUUID();
  for (;;) {
    const now = service.now();
    const isOlderThan = (ms: number, time: Date): boolean => time.getTime() <= now.getTime() - ms;
    const newReservation = { _id: key.id, request: key.request, holder, heldAt: now, createdAt: now };
    if (await isInserted(reservations.insertOne(newReservation))) return { key, holder };
    const stored = await reservations.findOne({ _id: key.id });
    // Another process removed it between the two operations: try again.
    if (stored === null) continue;
    if (isOlderThan(keyLifetimeMs, stored.createdAt)) {
      await reservations.deleteOne({ _id: key.id, createdAt: stored.createdAt });
      continue;
    }
    if (stored.request !== key.request) throw keyReused();
    if (stored.answer !== undefined) return stored.answer;
    if (!isOlderThan(reservationMs, stored.heldAt)) throw inProgressError();
    const heldFilter = heldByFilter({ key, holder: stored.holder });
    const { matchedCount } = await reservations
      .updateOne(heldFilter, { $set: { holder, heldAt: now } }, { maxTimeMS: lockWait.briefMs })
      .catch((error: unknown) => {
        // The transaction of a dead process is still open, and locks the record.
        throw isLockTimeout(error) ? inProgressError() : error;
      });
    if (matchedCount === 1) return { key, holder };
  }
};

const isInserted = async (insertion: Promise<unknown>): Promise<boolean> => {
  try {
    await insertion;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

const heldByFilter = ({ key, holder }: Reservation) => ({ _id: key.id, holder, answer: { $exists: false } });

/**
 * Records the answer in the transaction of its write.
 *
 * @throws ApiError 409 if another process took over: the write must not be committed
 */
export const recordAnswer = async (
  unit: Transaction,
  reservation: Reservation,
  answer: RecordedAnswer,
): Promise<void> => {
  const { matchedCount } = await reservationsIn(unit).updateOne(
    heldByFilter(reservation),
    { $set: { answer } },
    unit.options,
  );
  if (matchedCount === 0) throw inProgressError();
};

/**
 * Frees the key of a request that was rejected or failed. It waits only briefly for locks, because a key that stays
 * reserved expires anyway.
 */
export const releaseKey = async (service: Service, reservation: Reservation): Promise<void> => {
  await reservationsIn({ db: await service.database.get() }).deleteOne(heldByFilter(reservation), {
    maxTimeMS: lockWait.briefMs,
    writeConcern: { w: 1 },
  });
};
