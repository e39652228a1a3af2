// Lets the page work while long work runs.

/** Milliseconds of work before the page gets its turn: less than a frame. */
const workMs = 12;

/** A turn of the page. A message comes at once, while browsers let timers that follow each other wait for 4 ms. */
const letPageWork = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });

/**
 * @param onPause called each time the page gets its turn
 * @returns a function to call often; it rejects when the signal is aborted
 */
export const createPause = (signal: AbortSignal, onPause: () => void): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) return;
    onPause();
    await letPageWork();
    signal.throwIfAborted();
    since = performance.now();
  };
};
