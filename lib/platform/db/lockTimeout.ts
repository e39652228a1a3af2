// Recognises operations that gave up waiting for documents that another transaction holds.
import { MongoServerError } from 'mongodb';
import { lockWait } from './lockWait.ts';
import { isUnreachable, maxTimeMSExpired } from './unreachable.ts';

/** Another transaction held documents for longer than this one waits. Nothing is written. */
export class LockTimeout extends Error {
  constructor(cause: unknown) {
    super('another transaction holds documents that this one writes', { cause });
  }
}

/** Whether an operation gave up waiting: a `LockTimeout`, or one that had a `maxTimeMS`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof LockTimeout ||
  (error instanceof MongoServerError && error.code === maxTimeMSExpired && !isUnreachable(error));

/**
 * Does what can be left for later, and waits briefly for documents that others hold.
 *
 * @param work given the options of its operations
 * @returns whether it was done
 */
export const tryBriefly = async (
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
