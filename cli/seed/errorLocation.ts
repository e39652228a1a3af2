// Adds to errors which document of a seed file they are about.
import { ApiError } from '../../lib/errors.ts';

const addLocation = (error: unknown, location: string): unknown => {
  if (!(error instanceof ApiError))
    return error instanceof Error ? new Error(`${location}: ${error.message}`, { cause: error }) : error;
  const { errors } = error.details;
  const reasons = Array.isArray(errors)
    ? (errors as { path: readonly string[]; message: string }[]).map(
        ({ path, message }) => `${path.join('.')}: ${message}`,
      )
    : [error.message];
  return new Error(`${location}: ${reasons.join('; ')}`);
};

/** Runs work for the document at the location. Its errors name the location and every fault. */
export const withErrorLocation = async <T>(location: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw addLocation(error, location);
  }
};
