// Runs small pieces of work while the page has nothing else to do, such as the fields of entries that are open and not there yet.

/** Safari has no idle callbacks. */
const nextIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 50);
  });

const waiting = new Set<() => void>();

const runWaiting = async (): Promise<void> => {
  for (const work of waiting) {
    await nextIdle();
    // It may be cancelled meanwhile.
    if (waiting.delete(work)) work();
  }
};

/** Calls the functions it gets in their order, each in another idle time. @returns a function that cancels the call */
export const whenIdle = (work: () => void): (() => void) => {
  waiting.add(work);
  if (waiting.size === 1) void runWaiting();
  return () => {
    waiting.delete(work);
  };
};

const waitingFields = new Map<string, () => void>();

/** @param id of the entry's element @param show shows its fields @returns a function that ends this */
export const addWaiting = (id: string, show: () => void): (() => void) => {
  waitingFields.set(id, show);
  return () => {
    if (waitingFields.get(id) === show) waitingFields.delete(id);
  };
};

/** Shows the fields of an entry at once. */
export const showWaiting = (id: string): void => {
  waitingFields.get(id)?.();
};
