// Hides whether a user exists from the duration of an answer.
import { logFailure, type Request } from '../api/http/index.ts';
import type { Service } from '../platform/service.ts';

/**
 * Waits for work that is done only for existing users, and always at least `minimumDurationMs`. An error of the work
 * is logged and not answered, because it would reveal that the user exists. The answer waits for the work, because a
 * function is frozen after its answer.
 */
export const withMinimumDuration = async (
  { minimumDurationMs }: Pick<Service, 'minimumDurationMs'>,
  request: Request,
  work: Promise<void>,
): Promise<void> => {
  const logError = (error: unknown): void => {
    logFailure(request, error);
  };
  await Promise.all([work.catch(logError), new Promise((resolve) => setTimeout(resolve, minimumDurationMs))]);
};
