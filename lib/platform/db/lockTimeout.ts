// Recognises operations that waited too long for documents that another transaction has locked.
import { MongoServerError } from 'mongodb';
import { lockWait } from './lockWait.ts';
import { isUnreachable, maxTimeMSExpired } from './isUnreachable.ts';

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
