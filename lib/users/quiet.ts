// Answers that say nothing of whether there is a user, nor in how long they take.
import { logFailure, type Request } from '../http/index.ts';

/** Longer than a mail is handed over in. */
const leastMs = 1_000;

/**
 * Waits for work that is done for some and not for others: no less than a second, for either. What fails is logged and
 * not told, since it could only fail for those whom there is something to do for. It is waited for, because a function
 * is halted with its answer: what is not done by then may never be.
 */
export const quietly = async (request: Request, work: Promise<void>): Promise<void> => {
  const failed = (error: unknown): void => {
    logFailure(request, error);
  };
  await Promise.all([work.catch(failed), new Promise((resolve) => setTimeout(resolve, leastMs))]);
};
