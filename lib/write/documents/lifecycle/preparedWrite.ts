// Runs prepared writes: one by itself, or several in one transaction.
import {
  inTransaction,
  lockDeadline,
  standaloneOperations,
  withDocumentLocks,
  type Transaction,
} from '../../../platform/db/index.ts';
import { unavailable, type ApiError } from '../../../errors.ts';
import type { Service } from '../../../platform/service.ts';
import { WriteConflict } from './commit.ts';
import { RecentDocument } from './recentDocuments.ts';

/** A prepared write. Work that is independent of the stored document, like checking the body, is already done. */
export interface PreparedWrite<T> {
  /** The name of the document (`documentName`): writes of one document run one after another; undefined for a new document. */
  readonly about: string | undefined;
  /**
   * Reads, computes and writes, without retries. Throws WriteConflict when it must be attempted again.
   *
   * @param recent what the process knows of the document; undefined: nothing, or the attempt is part of a transaction
   */
  readonly attempt: (unit: Transaction, recent?: RecentDocument) => Promise<T>;
}

/** The same write, followed by more work with its result in the same transaction. */
export const andThen = <T, U>(
  write: PreparedWrite<T>,
  by: (written: T, unit: Transaction) => Promise<U>,
): PreparedWrite<U> => ({
  ...write,
  attempt: async (unit) => by(await write.attempt(unit), unit),
});

/** The same write, always as a transaction. */
export const asTransaction = <T>(write: PreparedWrite<T>): PreparedWrite<T> => ({
  ...write,
  attempt: (unit) => unit.inTransaction((whole) => write.attempt(whole)),
});

/** The same write, as a transaction that also does this work with its result. */
export const andAlso = <T>(
  write: PreparedWrite<T>,
  work: (written: T, unit: Transaction) => Promise<unknown>,
): PreparedWrite<T> =>
  asTransaction(
    andThen(write, async (written, unit) => {
      await work(written, unit);
      return written;
    }),
  );

/** The same write, as a transaction if the project has hooks on it. */
export const asHookedTransaction = <W extends PreparedWrite<unknown>>(
  { hooks }: { readonly hooks: unknown },
  write: W,
): W => (hooks === undefined ? write : { ...write, ...asTransaction(write) });

/**
 * Runs a write by itself: as one atomic update, or as a transaction if it changes other documents.
 *
 * @param latest the time, by `performance.now()`, after which it no longer waits for locked documents
 * @throws ApiError 503 after too many concurrent writes; LockTimeout when another transaction keeps the document
 *   locked; and what the write throws
 */
export const runWrite = <T>(
  { database }: Service,
  { about, attempt }: PreparedWrite<T>,
  latest = Infinity,
): Promise<T> => {
  const deadline = (): number => Math.min(latest, lockDeadline());
  const first = deadline();
  return withDocumentLocks(database, async (locks) => {
    const failure = about === undefined || locks.tryLock(about) ? undefined : await locks.lock(about);
    // The previous write waited in vain for another process, and this one has waited behind it.
    if (failure !== undefined && performance.now() > first) throw failure;
    const until = failure === undefined ? deadline : () => first;
    let recent = about === undefined ? undefined : new RecentDocument(database, about);
    return retryConflicts(async () => {
      const known = recent;
      recent = undefined;
      return attempt(await standaloneOperations(database, until(), locks), known);
    });
  });
};

/**
 * Runs work in one transaction: all of its writes happen, or none.
 *
 * @param work is repeated when another write comes first, so it must not have other effects
 * @throws as `runWrite`
 */
export const runInTransaction = <T>({ database }: Service, work: (unit: Transaction) => Promise<T>): Promise<T> =>
  withDocumentLocks(database, (locks) => retryConflicts(() => inTransaction(database, work, { locks })));

const maxAttempts = 200;

const tooManyWriters = (): ApiError => unavailable('Too many concurrent writes of this document: try again', 1);

/** Repeats an attempt, with a fresh read, while other writes come first, so that no write is computed from an outdated document. */
const retryConflicts = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (count === maxAttempts) throw tooManyWriters();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(count, 20)));
    }
  }
};
