// Turns many reads of one thing into few reads of many.

interface Waiting<T> {
  readonly resolve: (value: T | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param readMany reads the values of several keys; a key that has none is not in its answer
 * @param limit how many keys one read may have
 * @returns a function that reads one key, together with all others requested in the same 10 ms
 */
export const createBatcher = <T>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  limit: number,
): ((key: string) => Promise<T | undefined>) => {
  let waiting = new Map<string, Waiting<T>[]>();

  const flush = async (batch: ReadonlyMap<string, readonly Waiting<T>[]>): Promise<void> => {
    try {
      const values = await readMany([...batch.keys()]);
      for (const [key, callers] of batch) for (const { resolve } of callers) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error);
    }
  };

  const start = (): void => {
    const entries = [...waiting];
    waiting = new Map();
    for (let at = 0; at < entries.length; at += limit) void flush(new Map(entries.slice(at, at + limit)));
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(start, 10);
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
};
