// Writers of one document in one process, one after the other: so none of them is overtaken by its own process.

import type { Database } from '../db/index.ts';

/** The last who writes a document, or waits to, by its name. */
type Turns = Map<string, Promise<void>>;

const turns = new WeakMap<Database, Turns>();

const turnsOf = (database: Database): Turns => {
  const known = turns.get(database) ?? new Map<string, Promise<void>>();
  turns.set(database, known);
  return known;
};

/** @returns what the work returns or throws, begun when all that came before it under this name have ended */
export const inTurn = async <T>(database: Database, name: string, work: () => Promise<T>): Promise<T> => {
  const last = turnsOf(database);
  const mine = (last.get(name) ?? Promise.resolve()).then(work);
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  last.set(name, ended);
  try {
    return await mine;
  } finally {
    if (last.get(name) === ended) last.delete(name);
  }
};
