// Answers that say nothing of whether there is a user, nor in how long they take.
import { logFailure, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';

/**
 * Waits for work that is done for some and not for others: no less than the service's minimum duration, for either. What
 * fails is logged and not told, since it could only fail for those whom there is something to do for. It is waited for,
 * because a function is halted with its answer: what is not done by then may never be.
 */
export const quietly = async (
  { minimumDurationMs }: Pick<Service, 'minimumDurationMs'>,
  request: Request,
  work: Promise<void>,
): Promise<void> => {
  const failed = (error: unknown): void => {
    logFailure(request, error);
  };
  await Promise.all([work.catch(failed), new Promise((resolve) => setTimeout(resolve, minimumDurationMs))]);
};
