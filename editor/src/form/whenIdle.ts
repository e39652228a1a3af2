// Runs small pieces of work while the page has nothing else to do.

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
