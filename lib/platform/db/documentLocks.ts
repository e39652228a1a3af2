// Locks on documents inside a process: writers of one document wait for each other instead of colliding in MongoDB. No write
// depends on them, because revisions and the conflicts of transactions guard each.
import { memoize } from '../../memoize.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Database } from './client.ts';
import { isLockTimeout } from './lockWait.ts';
import { isUnreachable } from './mongoErrors.ts';

/** Gets the lock; `failure` is the error of the writer before, if that waited in vain for another process or for MongoDB. */
type Waiter = (failure: Error | undefined) => void;

/** By the name of a locked document: the writers that wait for it, in order. */
type Queues = Map<string, Waiter[]>;

const queuesOf: (database: Database) => Queues = memoize(() => new Map());

/** The name of a document among all types; the only document of a single type needs no documentId. */
export const documentName = ({ collectionName, kind }: ContentType, documentId: string | undefined): string =>
  `${collectionName} ${kind === 'singleType' ? '' : (documentId ?? '')}`;

/** The documents that one write has locked. It runs one transaction at a time. */
export class DocumentLocks {
  private readonly queues: Queues;
  private readonly held = new Set<string>();

  constructor(database: Database) {
    this.queues = queuesOf(database);
  }

  /** Locks a document if no other write has. A write that holds locks must not wait for more, or two could wait for each other. */
  tryLock(name: string): boolean {
    if (this.held.has(name)) return true;
    if (this.queues.has(name)) return false;
    this.queues.set(name, []);
    this.held.add(name);
    return true;
  }

  /**
   * Waits for a document beside those that are locked. It releases these first, and locks all in the order of their names.
   *
   * @returns the failure of a writer that waited in vain for one of them; undefined: there is none
   * @throws the failure of that writer if it could not reach MongoDB: otherwise each writer would find out after the other
   */
  async lock(name: string): Promise<Error | undefined> {
    const names = [...this.held, name].sort();
    this.release();
    let failure: Error | undefined;
    for (const one of names) {
      if (this.tryLock(one)) continue;
      const earlier = await new Promise<Error | undefined>((resolve) => this.queues.get(one)?.push(resolve));
      failure = earlier ?? failure;
      this.held.add(one);
    }
    if (failure !== undefined && isUnreachable(failure)) throw failure;
    return failure;
  }

  /** Passes each lock on to the first writer that waits for it. @param error the error with which the write ended */
  release(error?: unknown): void {
    const failure = error instanceof Error && (isLockTimeout(error) || isUnreachable(error)) ? error : undefined;
    for (const name of this.held) {
      const next = this.queues.get(name)?.shift();
      if (next === undefined) this.queues.delete(name);
      else next(failure);
    }
    this.held.clear();
  }
}

/** Runs work with locks, and releases them when it ends. */
export const withDocumentLocks = async <T>(
  database: Database,
  work: (locks: DocumentLocks) => Promise<T>,
): Promise<T> => {
  const locks = new DocumentLocks(database);
  let failure: unknown;
  try {
    return await work(locks);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    locks.release(failure);
  }
};
