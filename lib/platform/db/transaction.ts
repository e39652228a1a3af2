// Runs operations in one transaction, or each by itself, through the same interface.
import { setTimeout } from 'node:timers/promises';
import { MongoError, type ClientSession, type Db } from 'mongodb';
import type { ContentType } from '../../schema/index.ts';
import { majorityMs, type Database } from './client.ts';
import { documentName, withDocumentLocks, type DocumentLocks } from './documentLocks.ts';
import { LockTimeout, lockDeadline } from './lockWait.ts';
import { isUnreachable } from './mongoErrors.ts';
import { ContendedDocuments } from './contendedDocuments.ts';

/** A moment by two clocks, because the monotonic one may stop while a machine sleeps. */
interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

const currentMoment = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

export interface Transaction {
  readonly db: Db;
  /** When it started, before its first read. */
  readonly start: Moment;
  /** Options to pass to every operation: the session of the transaction, or the time limit of an operation without one. */
  readonly options: { readonly session?: ClientSession; readonly maxTimeMS?: number };
  /**
   * Called before an operation that writes existing documents. In a transaction it locks them for this process until the end of
   * the transaction, or ends the attempt, which is repeated when they are free.
   */
  readonly lock: (type: ContentType, documentIds: readonly string[]) => void;
  /** Runs work in this transaction; without a transaction, in one of its own. */
  readonly inTransaction: <T>(work: (unit: Transaction) => Promise<T>) => Promise<T>;
  /** Runs work after the transaction has committed; without a transaction, at once. */
  readonly afterCommit: (work: () => Promise<void>) => Promise<void>;
}

/** How long ago a moment was, in milliseconds. */
export const elapsedSince = ({ monotonic, wall }: Moment): number =>
  Math.max(performance.now() - monotonic, Date.now() - wall);

/**
 * The interface without a transaction: each operation is independent.
 *
 * @param deadline when operations stop waiting for locked documents, by `performance.now()`; without it an operation
 *   waits until the documents are free, and a transaction uses the default deadline of `inTransaction`
 * @param locks the locks of the write, which its transactions use too
 */
export const standaloneOperations = async (
  database: Database,
  deadline?: number,
  locks?: DocumentLocks,
): Promise<Transaction> => ({
  db: await database.get(),
  start: currentMoment(),
  options:
    deadline === undefined || deadline === Infinity
      ? {}
      : { maxTimeMS: Math.max(1, Math.ceil(deadline - performance.now())) },
  lock: () => undefined,
  inTransaction: (work) => inTransaction(database, work, { deadline, locks }),
  afterCommit: (work) => work(),
});

export interface TransactionOptions {
  /** No attempt begins after this time, by `performance.now()`; `Infinity`: it is repeated for two minutes, also without MongoDB. */
  readonly deadline?: number | undefined;
  /** A session that continues after the transaction; without it the transaction has its own. */
  readonly session?: ClientSession;
  /** The locks of a write that the transaction belongs to; without them the transaction has its own. */
  readonly locks?: DocumentLocks | undefined;
}

/** Ends an attempt of a transaction that will be repeated. It is no MongoError, so the driver does not repeat it at once. */
class AttemptFailed extends Error {
  override readonly cause: MongoError;

  constructor(cause: MongoError) {
    super('a transient error');
    this.cause = cause;
  }
}

/** Ends an attempt that reached a document which another write of this process has locked. */
class DocumentLocked extends Error {
  readonly documentName: string;

  constructor(name: string) {
    super(`another write has locked ${name}`);
    this.documentName = name;
  }
}

const maxRetryMs = 120_000;

/** How long attempts are repeated while MongoDB cannot be reached: the caller gets its answer within five seconds. */
const maxUnreachableMs = 3_000;

/** How long to wait before an attempt is repeated: a random time below a limit that doubles. */
const backoffMs = (failures: number): number => Math.random() * Math.min(250, 5 * 2 ** failures);

/**
 * Runs work in a transaction, so that it is written completely or not at all.
 *
 * @param work is repeated as a whole on transient errors and write conflicts; it must run one operation at a time
 * @throws LockTimeout if others locked the documents until the deadline, or any error of `work`; then nothing is written
 */
export const inTransaction = async <T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  { deadline = lockDeadline(), session: existing, locks: existingLocks }: TransactionOptions = {},
): Promise<T> => {
  const [db, client] = [await database.get(), await database.client()];
  const contended = new ContendedDocuments();
  let afterCommit: (() => Promise<void>)[] = [];
  const commitOptions = deadline === Infinity ? {} : { maxCommitTimeMS: majorityMs };

  const attempt = (session: ClientSession, locks: DocumentLocks): Promise<T> =>
    session.withTransaction(async () => {
      afterCommit = [];
      const unit: Transaction = {
        db,
        start: currentMoment(),
        options: { session },
        lock: (type, documentIds) => {
          contended.noteOperation(type.collectionName, documentIds);
          for (const documentId of documentIds) {
            const name = documentName(type, documentId);
            if (!locks.tryLock(name)) throw new DocumentLocked(name);
          }
        },
        inTransaction: (inner) => inner(unit),
        afterCommit: (inner) => {
          afterCommit.push(inner);
          return Promise.resolve();
        },
      };
      try {
        await contended.take(db, session);
        return await work(unit);
      } catch (error) {
        const isTransient = error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');
        throw isTransient ? new AttemptFailed(error) : error;
      }
    }, commitOptions);

  const repeat = async (session: ClientSession, locks: DocumentLocks): Promise<T> => {
    const start = performance.now();
    const end = Math.min(deadline, start + maxRetryMs);
    const unreachableEnd = deadline === Infinity ? end : Math.min(end, start + maxUnreachableMs);
    for (let failures = 1; ; failures++)
      try {
        return await attempt(session, locks);
      } catch (error) {
        if (!(error instanceof AttemptFailed || error instanceof DocumentLocked)) throw error;
        if (error instanceof DocumentLocked) await locks.lock(error.documentName);
        else {
          contended.addLastOperation();
          await setTimeout(backoffMs(failures));
        }
        const cause = error instanceof AttemptFailed ? error.cause : error;
        const isAway = isUnreachable(cause);
        if (performance.now() > (isAway ? unreachableEnd : end)) throw isAway ? cause : new LockTimeout(cause);
      }
  };
  const run = (locks: DocumentLocks): Promise<T> =>
    existing === undefined ? client.withSession((session) => repeat(session, locks)) : repeat(existing, locks);
  const result = await (existingLocks === undefined ? withDocumentLocks(database, run) : run(existingLocks));
  for (const inner of afterCommit) await inner();
  return result;
};

/** Runs work for each item: concurrently, or one after the other in a transaction, whose session runs one operation at a time. */
export const mapItems = async <T, U>(
  { options }: Transaction,
  items: readonly T[],
  work: (item: T) => Promise<U>,
): Promise<readonly U[]> => {
  if (options.session === undefined) return Promise.all(items.map(work));
  const results: U[] = [];
  for (const item of items) results.push(await work(item));
  return results;
};
