// What the command line tells of something that was thrown.
import { ApiError, type InvalidValue } from '../../errors.ts';

/** A line a fault, where there are several. */
export const linesOf = (error: unknown): readonly unknown[] => {
  if (!(error instanceof Error)) return [error];
  const faults = error instanceof ApiError ? (error.details.errors as readonly InvalidValue[] | undefined) : undefined; // those of invalidValues
  return faults === undefined ? [error.message] : faults.map(({ message }) => message);
};
