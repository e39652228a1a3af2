// Writers of one document in one process, one after the other: so none of them is overtaken by its own process.

import type { Database } from '../../../platform/db/index.ts';

/** By the name of a document: the last who writes it, or waits to. It resolves to why that failed, if it did. */
type Turns = Map<string, Promise<unknown>>;

const turns = new WeakMap<Database, Turns>();

const turnsOf = (database: Database): Turns => {
  const known = turns.get(database) ?? new Map<string, Promise<unknown>>();
  turns.set(database, known);
  return known;
};

/**
 * @param work begun when all that came before it under this name have ended; `failure`: what the last of them threw
 * @returns what the work returns or throws
 */
export const inTurn = async <T>(
  database: Database,
  name: string,
  work: (failure: unknown) => Promise<T>,
): Promise<T> => {
  const last = turnsOf(database);
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
