// Declares how long operations wait for documents that another transaction has locked.

/** In milliseconds. Tests shorten them. */
export const lockWait = {
  /** For a write: long enough for writers that follow one another, and less than the 29 s of a function. */
  writeMs: 15_000,
  /** For work that can be done later. */
  briefMs: 2_000,
};

/** The time, by `performance.now()`, at which a write that begins now stops waiting. */
export const lockDeadline = (): number => performance.now() + lockWait.writeMs;
