// How long operations wait for documents that another transaction has locked, and the errors of those that waited too
// long.
import { MongoServerError } from 'mongodb';
import { isUnreachable, maxTimeMSExpired } from './mongoErrors.ts';

/** In milliseconds. Tests shorten them. */
export const lockWait = {
  /** For a write: long enough for writers that follow one another, and less than the 29 s of a function. */
  writeMs: 15_000,
  /** For work that can be done later. */
  briefMs: 2_000,
};

/** The time, by `performance.now()`, at which a write that begins now stops waiting. */
export const lockDeadline = (): number => performance.now() + lockWait.writeMs;

/** Another transaction locked documents for longer than this one waits. Nothing is written. */
export class LockTimeout extends Error {
  constructor(cause: unknown) {
    super('another transaction holds documents that this one writes', { cause });
  }
}

/** Whether an operation gave up waiting: a `LockTimeout`, or an operation that exceeded its `maxTimeMS`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof LockTimeout ||
  (error instanceof MongoServerError && error.code === maxTimeMSExpired && !isUnreachable(error));

/**
 * Does work that can also be done later, and waits only briefly for locked documents.
 *
 * @param work gets the options for its operations
 * @returns whether the work was done
 */
export const withBriefLockWait = async (
  work: (options: { readonly maxTimeMS: number }) => Promise<unknown>,
): Promise<boolean> => {
  try {
    await work({ maxTimeMS: lockWait.briefMs });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
};
