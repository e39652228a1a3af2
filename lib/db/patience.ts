// How long operations wait for documents that another transaction holds.

/**
 * When an operation that begins now stops waiting, by `performance.now()`: long enough for writers that take turns, and
 * within the 29 s of a function.
 */
export const lockDeadline = (): number => performance.now() + 15_000;

/** Milliseconds that work waits which can be done later. */
export const briefMs = 2_000;
