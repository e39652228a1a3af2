// Formats a thrown error for the command line.
import { ApiError, type InvalidValue } from '../../errors.ts';

/** @returns one line per fault when the error has several, else its message */
export const formatError = (error: unknown): readonly unknown[] => {
  if (!(error instanceof Error)) return [error];
  const faults = error instanceof ApiError ? (error.details.errors as readonly InvalidValue[] | undefined) : undefined; // invalidValues() sets them
  return faults === undefined ? [error.message] : faults.map(({ message }) => message);
};
