// How long operations wait for documents that another transaction holds.

/** In milliseconds. Tests shorten them. */
export const lockWait = {
  /** Of a write: long enough for writers that take turns, and within the 29 s of a function. */
  writeMs: 15_000,
  /** Of work that can be done later. */
  briefMs: 2_000,
};

/** When an operation that begins now stops waiting, by `performance.now()`. */
export const lockDeadline = (): number => performance.now() + lockWait.writeMs;
