// Entries that are open, and whose fields are not there yet.

const waiting = new Map<string, () => void>();

/** @param id of the entry's element @param show shows its fields @returns a function that ends this */
export const addWaiting = (id: string, show: () => void): (() => void) => {
  waiting.set(id, show);
  return () => {
    if (waiting.get(id) === show) waiting.delete(id);
  };
};

/** Shows the fields of an entry at once. */
export const showWaiting = (id: string): void => {
  waiting.get(id)?.();
};
