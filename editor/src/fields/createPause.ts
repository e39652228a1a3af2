// Lets the page work while long work runs.

/** Milliseconds of work before the page gets its turn: less than a frame. */
const workMs = 12;

/**
 * @param onPause called each time the page gets its turn
 * @returns a function to call often; it rejects when the signal is aborted
 */
export const createPause = (signal: AbortSignal, onPause: () => void): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) return;
    onPause();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    signal.throwIfAborted();
    since = performance.now();
  };
};
