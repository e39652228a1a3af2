// The error for a file that is no readable archive.
import { errorMessage } from '../../lib/errors.ts';

export class ArchiveError extends Error {}

/** @returns the error as it is, or an ArchiveError that says the file is damaged */
export const toArchiveError = (file: string, error: unknown): ArchiveError => {
  if (error instanceof ArchiveError) return error;
  return new ArchiveError(`${file} is cut off or damaged: ${errorMessage(error)}`, { cause: error });
};
