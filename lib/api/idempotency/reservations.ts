// What is kept of each Idempotency-Key: that its request is under way, then what it was answered.
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { collections, isDuplicateKey, isLockTimeout, lockWait, type Unit } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import type { RequestKey } from './key.ts';

/** What the first request was answered. */
export interface Kept {
  readonly status: number;
  /** The body as JSON; null where there was none. */
  readonly text: string | null;
  /** Of the document it is about; null where it is about several. */
  readonly revision: string | null;
}

interface Reserved {
  readonly _id: string;
  readonly request: string;
  /** Who works on it, and since when; who died is followed by another. */
  readonly holder: string;
  readonly heldAt: Date;
  /** The first answer: there once what was asked for is done. */
  readonly answer?: Kept;
  readonly createdAt: Date;
}

/** Held until it is fulfilled or given up. */
export interface Reservation {
  readonly key: RequestKey;
  readonly holder: string;
}

/** An index removes them after the same time, though not to the minute. */
const keptMs = 24 * 3600 * 1000;

/** Longer than any function runs: who has not answered by then is dead. */
const heldMs = 60_000;

const reservationsIn = ({ db }: Pick<Unit, 'db'>): Collection<Reserved> =>
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
  new ApiError(422, 'UnprocessableEntityError', 'This Idempotency-Key stands for another request');

/**
 * @returns a reservation, or what the request was answered before
 * @throws ApiError 409 while another works on it, 422 when the key stands for another request
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
    // It was given up in between: try again, as whenever another is faster.
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
        // The transaction of the process that died has not ended: it holds the record of its answer.
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
 * Keeps the answer in the unit of the write it tells of.
 *
 * @throws ApiError 409 when another took over: the write must not happen
 */
export const fulfil = async (unit: Unit, reservation: Reservation, answer: Kept): Promise<void> => {
  const { matchedCount } = await reservationsIn(unit).updateOne(
    heldBy(reservation),
    { $set: { answer } },
    unit.options,
  );
  if (matchedCount === 0) throw underWay();
};

/**
 * Frees the key of a request that was refused, or came to nothing. No request waits long for it: a key that stays held is
 * free again after its time.
 */
export const giveUp = async (service: Service, reservation: Reservation): Promise<void> => {
  await reservationsIn({ db: await service.database.get() }).deleteOne(heldBy(reservation), {
    maxTimeMS: lockWait.briefMs,
    writeConcern: { w: 1 },
  });
};
