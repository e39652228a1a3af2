// Formats a thrown error for the command line.
import { ApiError, type InvalidValue } from '../../errors.ts';
import { isUnreachable } from '../../platform/db/index.ts';

/** @returns one line per fault when the error has several, else its message */
export const formatError = (error: unknown): readonly string[] => {
  if (!(error instanceof Error)) return [String(error)];
  if (isUnreachable(error)) return [`The database that MONGODB_URI names cannot be reached: ${error.message}`];
  const faults = error instanceof ApiError ? (error.details.errors as readonly InvalidValue[] | undefined) : undefined; // invalidValues() sets them
  return faults === undefined ? [error.message] : faults.map(({ message }) => message);
};
