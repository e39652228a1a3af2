// A write made ready, and the two ways to run it: by itself, or together with others in one transaction.
import { inTransaction, isLockTimeout, lockDeadline, unitOf, type Unit } from '../../../platform/db/index.ts';
import { unavailable, type ApiError } from '../../../errors.ts';
import type { ContentType } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { Overtaken } from './commit.ts';
import { inTurn } from './documentLock.ts';

/** What takes its time once, as the check of a body, is done; what depends on what stands is done by each attempt. */
export interface Write<T> {
  /** The document it is about: writes of one document wait for one another; undefined for a new one. */
  readonly about: string | undefined;
  /** Reads, computes and writes; nothing in it is repeated by itself. Throws Overtaken to be attempted again. */
  readonly attempt: (unit: Unit) => Promise<T>;
}

/** The name of a document among those of all types; without a documentId, of the one of a single type. */
export const nameOf = ({ collectionName }: ContentType, documentId: string | undefined): string =>
  `${collectionName} ${documentId ?? ''}`;

/** The same write, with something made of what it returns, in the same unit. */
export const followed = <T, U>(write: Write<T>, by: (written: T, unit: Unit) => Promise<U>): Write<U> => ({
  ...write,
  attempt: async (unit) => by(await write.attempt(unit), unit),
});

/** The same write as one transaction, with all that follows in it. */
export const asOne = <T>(write: Write<T>): Write<T> => ({
  ...write,
  attempt: (unit) => unit.together((whole) => write.attempt(whole)),
});

/**
 * Runs a write by itself: as one atomic update, unless it reaches other documents.
 *
 * @param latest when it stops waiting for documents that others hold, whenever it began, by `performance.now()`
 * @throws ApiError 503 when others write the document all the time; LockTimeout when others hold it; what the write throws
 */
export const alone = async <T>({ database }: Service, { about, attempt }: Write<T>, latest = Infinity): Promise<T> => {
  const deadline = (): number => Math.min(latest, lockDeadline());
  const attempts = (until: () => number): Promise<T> =>
    untilNotOvertaken(async () => attempt(await unitOf(database, until())));
  if (about === undefined) return attempts(deadline);
  const first = deadline();
  return inTurn(database, about, (failure) => {
    if (!isLockTimeout(failure)) return attempts(deadline);
    // The write before it waited in vain, and this one all the time behind it.
    if (performance.now() > first) throw failure;
    return attempts(() => first);
  });
};

/**
 * Runs work in one transaction: its writes happen all, or none.
 *
 * @param work begun anew whenever others are faster; what must not be done twice does not belong into it
 * @throws as `alone`
 */
export const together = <T>({ database }: Service, work: (unit: Unit) => Promise<T>): Promise<T> =>
  untilNotOvertaken(() => inTransaction(database, work));

const maxAttempts = 200;

const busy = (): ApiError => unavailable('Too many write this document at once: try again', { 'retry-after': '1' });

/** Runs an attempt again, from a fresh read, for as long as others are faster; so no write loses another. */
const untilNotOvertaken = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (count === maxAttempts) throw busy();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(count, 20)));
    }
  }
};
