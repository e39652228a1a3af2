// Serializes the writes of one document inside a process, so that they do not overtake each other.

import type { Database } from '../../../platform/db/index.ts';

/** By document name: the last write that runs or waits. It resolves to the write's error, or undefined. */
type DocumentLocks = Map<string, Promise<unknown>>;

const locks = new WeakMap<Database, DocumentLocks>();

const locksOf = (database: Database): DocumentLocks => {
  const known = locks.get(database) ?? new Map<string, Promise<unknown>>();
  locks.set(database, known);
  return known;
};

/**
 * @param work runs when all earlier work with this name has ended; `failure` is the error of the last of it
 * @returns what the work returns or throws
 */
export const withDocumentLock = async <T>(
  database: Database,
  name: string,
  work: (failure: unknown) => Promise<T>,
): Promise<T> => {
  const last = locksOf(database);
  const mine = (last.get(name) ?? Promise.resolve()).then(work);
  const ended = mine.then(
    () => undefined,
    (error: unknown) => error,
  );
  last.set(name, ended);
  try {
    return await mine;
  } finally {
    if (last.get(name) === ended) last.delete(name);
  }
};
