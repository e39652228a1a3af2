// Writers of one document in one process, one after the other: so none of them is overtaken by its own process.

/** The last who writes a document, or waits to. A documentId is never used twice, so one map serves every database. */
const last = new Map<string, Promise<void>>();

/** @returns what the work returns or throws, begun when all that came before it under this name have ended */
export const inTurn = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
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
